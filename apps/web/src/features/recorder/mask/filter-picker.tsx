import { CancelledError } from '@tanstack/react-query';
import {
  FEWER_VOICE_FILTERS,
  voiceFilter,
  VOICE_FILTERS,
  type VoiceFilterId,
} from '@undertone/domain/voice-filter';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { FilterOption } from './filter-option.tsx';
import { transformedClipOptions } from './queries.ts';
import type { RecorderView } from '#features/recorder/use-recorder-view.ts';
import { useFilterPreview } from './use-filter-preview.ts';
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
    if (playing === id || preview.preparing === id) {
      preview.stop();
      return;
    }
    try {
      const isPlaying = await preview.start(take, id);
      const title = `Previewing ${voiceFilter(id).shownName} filter`;
      if (isPlaying) toast.info(title, { duration: PREVIEW_TOAST_MS });
    } catch {
      toast.error('Preview Error', { description: 'Unable to preview this filter.' });
    }
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
            onChoose={() => void choose(filter.id)}
            onPreview={() => void listen(filter.id)}
          />
        ))}
      </ul>
      {view.isUnmasked && !isFiltering && (
        <p role="alert" className="mt-3 text-sm text-danger">
          This filter could not be applied to your recording yet. It is tried again when you post,
          and nothing is posted without it.
        </p>
      )}
    </fieldset>
  );
}

function toastApplied(id: VoiceFilterId, isApplied: boolean): void {
  const { shownName } = voiceFilter(id);
  if (isApplied) {
    toast.success('Voice Filter Applied', { description: `${shownName} is on your recording.` });
  } else {
    toast.info('Filter Selected', {
      description: 'Some effects may not preview, or will be applied when posting.',
    });
  }
}
