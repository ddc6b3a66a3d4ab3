import { CancelledError, skipToken, useQuery } from '@tanstack/react-query';
import { FEWER_VOICE_FILTERS, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useRef, useState } from 'react';
import { logFailure } from '#lib/log.ts';
import { Button } from '#ui/button.tsx';
import { TAKE_TOAST } from '#features/recorder/post/post-toasts.ts';
import { toast } from '#ui/toast.ts';
import { FilterOption } from './filter-option.tsx';
import { filtersFrom, readLastFilter } from '#features/clips/mask/last-filter.ts';
import { remaskWithNewSeed, transformedClipOptions } from '#features/clips/mask/queries.ts';
import { recorderKeys } from '#features/clips/mask/recorder-keys.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { FailureNote } from '#ui/failure-note.tsx';
import { FILTER_NOT_APPLIED, previewFailure } from '#features/recorder/post/post-messages.ts';
import { useFilterPreview } from '#features/clips/mask/use-filter-preview.ts';
import { usePreviewKeys } from './use-preview-keys.ts';
import { VeilControls } from './veil-controls.tsx';
import { useApp } from '#lib/app.ts';

/** Duration of the preview's toast, in milliseconds. */
const PREVIEW_TOAST_MS = 2000;

/** A finger is the main pointer: choosing a filter also previews it, since there is no hovering and little room. */
const TOUCH = '(pointer: coarse)';

interface FilterPickerProps {
  view: RecorderView;
  /** The account whose last filter comes first. */
  userId: string;
}

/** The voice filters: each can be previewed, one is chosen. */
export function FilterPicker({ view, userId }: FilterPickerProps) {
  const { client, queryClient } = useApp();
  const { playback, playing, isFiltering, draft } = view;
  const { take, failure } = view.state;
  const preview = useFilterPreview(take, playback);
  const [showsAll, setShowsAll] = useState(true);
  // Undefined until Veil reports its progress; `maskedClipOptions` writes it to the cache.
  const { data: veilProgress } = useQuery<number>({
    queryKey: recorderKeys.maskProgress(take ?? { id: '' }, 'veil'),
    queryFn: skipToken,
  });
  /** The take and the filter whose preview failed. */
  const [failed, setFailed] = useState<{ of: ReadyTake; id: VoiceFilterId } | null>(null);
  const [filters] = useState(() => filtersFrom(readLastFilter(userId, 'drop')));
  const list = useRef<HTMLUListElement>(null);
  const previewKeys = usePreviewKeys(draft.filterId);

  const choose = async (id: VoiceFilterId) => {
    preview.stop();
    view.edit({ filterId: id });
    if (take && matchMedia(TOUCH).matches) void playChosen(take, id);
    if (id === 'original') {
      toast.info('Original Voice Selected', { description: 'Your voice, just as you spoke.' });
      return;
    }
    if (!take) return;
    try {
      const { by } = await queryClient.fetchQuery(transformedClipOptions(client, take, id));
      toastApplied(id, by !== 'original');
    } catch (cause) {
      // Choosing another filter cancels this one.
      if (!(cause instanceof CancelledError)) throw cause;
    }
  };

  /** Plays a filter that was touched. The toasts and notes of the choice report a filter that cannot be applied. */
  const playChosen = async (of: ReadyTake, id: VoiceFilterId) => {
    try {
      await preview.start(of, id);
    } catch (cause) {
      logFailure('The chosen filter could not be played.', cause);
    }
  };

  const togglePreview = async (id: VoiceFilterId) => {
    if (!take) {
      toast.error('Record first', { description: 'Please record something to preview filters' });
      return;
    }
    if (playing === id || preview.preparing === id) preview.stop();
    else await startPreview(take, id);
  };

  const startPreview = async (of: ReadyTake, id: VoiceFilterId) => {
    try {
      setFailed(null);
      const isPlaying = await preview.start(of, id);
      const title = `Previewing ${filterName(id)} filter`;
      if (isPlaying) toast.info(title, { duration: PREVIEW_TOAST_MS });
    } catch {
      setFailed({ of, id });
      toast.error('Preview Error', { description: 'Unable to preview this filter.' });
    }
  };

  /** Focuses a control of the list, because the retry button disappears with its note. */
  const focusInList = (selector: string) =>
    list.current?.querySelector<HTMLElement>(selector)?.focus();

  const retryPreview = (id: VoiceFilterId) => {
    focusInList(`[data-preview=${id}]`);
    void togglePreview(id);
  };

  const retryFilter = () => {
    focusInList('input:checked');
    void choose(draft.filterId);
  };

  const previewNewVoice = async () => {
    if (!take) return;
    preview.stop();
    remaskWithNewSeed(client, queryClient, take);
    await startPreview(take, 'veil');
  };

  const offered = filters.filter(
    ({ id }) => showsAll || id === draft.filterId || FEWER_VOICE_FILTERS.includes(id),
  );

  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Voice filter</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between max-sm:-mr-3.5 max-sm:mb-0.5">
        <h2 className="text-xl" aria-hidden="true">
          Voice filter
        </h2>
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show Less' : 'Show All'}
        </Button>
      </div>
      {/* One column where two would break words: on the narrowest phones with large text. */}
      <ul
        ref={list}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-1.5 sm:grid-cols-2 sm:gap-2"
      >
        {offered.map((filter) => (
          <FilterOption
            key={filter.id}
            filter={filter}
            isChosen={filter.id === draft.filterId}
            isPlaying={playing === filter.id}
            isPending={
              preview.preparing === filter.id || (filter.id === draft.filterId && isFiltering)
            }
            progress={filter.id === 'veil' ? veilProgress : undefined}
            previewKeys={previewKeys(filter.id)}
            onChoose={() => void choose(filter.id)}
            onPreview={() => void togglePreview(filter.id)}
          />
        ))}
      </ul>
      {draft.filterId === 'veil' && (
        <VeilControls
          take={take}
          maskedBy={view.maskedBy}
          isFiltering={isFiltering}
          onNewVoice={() => void previewNewVoice()}
        />
      )}
      <FailureNote
        message={failed && failed.of === take ? previewFailure(failed.id) : null}
        onRetry={() => failed && retryPreview(failed.id)}
        className="not-empty:mt-3"
      />
      {/* A post that failed for this reason has a note of its own. */}
      <FailureNote
        message={
          view.maskedBy === 'original' && failure?.problem !== 'unmasked'
            ? FILTER_NOT_APPLIED
            : null
        }
        onRetry={retryFilter}
        pending={isFiltering}
        className="not-empty:mt-3"
      />
    </fieldset>
  );
}

function toastApplied(id: VoiceFilterId, isApplied: boolean): void {
  const shownName = filterName(id);
  if (isApplied) {
    toast.success('Voice Filter Applied', {
      name: TAKE_TOAST,
      description: `${shownName} is on your recording.`,
    });
  } else {
    toast.info('Filter Selected', {
      name: TAKE_TOAST,
      description: 'Some effects may not preview, or will be applied when posting.',
    });
  }
}
