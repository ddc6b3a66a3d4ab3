import { CancelledError } from '@tanstack/react-query';
import {
  FEWER_VOICE_FILTERS,
  VOICE_FILTERS,
  type VoiceFilterId,
} from '@undertone/domain/voice-filter';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { FilterOption } from './filter-option.tsx';
import { remaskAsAnother, transformedClipOptions } from './queries.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { useFilterPreview } from './use-filter-preview.ts';
import { useMaskProgress } from './use-mask-progress.ts';
import { VeilControls } from './veil-controls.tsx';
import { useApp } from '#lib/app.ts';

/** Duration of the preview's toast, in milliseconds. */
const PREVIEW_TOAST_MS = 2000;

/** The voice filters: each can be previewed, one is chosen. */
export function FilterPicker({ view }: { view: RecorderView }) {
  const { client, queryClient } = useApp();
  const { playback, playing, isFiltering } = view;
  const { take, draft } = view.state;
  const preview = useFilterPreview(take, playback);
  const [showsAll, setShowsAll] = useState(true);
  const veilProgress = useMaskProgress(take?.id, 'veil');

  const choose = async (id: VoiceFilterId) => {
    preview.stop();
    view.recorder.edit({ filterId: id });
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

  const listen = async (id: VoiceFilterId) => {
    if (!take) {
      toast.error('Record first', { description: 'Please record something to preview filters' });
      return;
    }
    if (playing === id || preview.preparing === id) preview.stop();
    else await play(take, id);
  };

  const play = async (of: ReadyTake, id: VoiceFilterId) => {
    try {
      const isPlaying = await preview.start(of, id);
      const title = `Previewing ${filterName(id).name} filter`;
      if (isPlaying) toast.info(title, { duration: PREVIEW_TOAST_MS });
    } catch {
      toast.error('Preview Error', { description: 'Unable to preview this filter.' });
    }
  };

  const listenToAnother = async () => {
    if (!take) return;
    preview.stop();
    remaskAsAnother(client, queryClient, take);
    await play(take, 'veil');
  };

  const offered = VOICE_FILTERS.filter(
    ({ id }) => showsAll || id === draft.filterId || FEWER_VOICE_FILTERS.includes(id),
  );

  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Voice filter</legend>
      <div className="mb-3 flex items-center justify-between">
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
      <ul className="grid gap-2 sm:grid-cols-2">
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
            onChoose={() => void choose(filter.id)}
            onPreview={() => void listen(filter.id)}
          />
        ))}
      </ul>
      {draft.filterId === 'veil' && (
        <VeilControls
          take={take}
          maskedBy={view.maskedBy}
          isFiltering={isFiltering}
          onAnother={() => void listenToAnother()}
        />
      )}
      {view.maskedBy === 'original' && !isFiltering && (
        <p role="alert" className="mt-3 text-sm text-danger">
          This filter could not be applied to your recording yet. It is tried again when you post,
          and nothing is posted without it.
        </p>
      )}
    </fieldset>
  );
}

function toastApplied(id: VoiceFilterId, isApplied: boolean): void {
  const { shownName } = filterName(id);
  if (isApplied) {
    toast.success('Voice Filter Applied', { description: `${shownName} is on your recording.` });
  } else {
    toast.info('Filter Selected', {
      description: 'Some effects may not preview, or will be applied when posting.',
    });
  }
}
