import { CancelledError } from '@tanstack/react-query';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useEffect, useRef, useState } from 'react';
import type { ClipPlayback } from '#features/clips/take/clip-playback.ts';
import { transformedClipOptions } from './queries.ts';
import { recorderKeys } from './recorder-keys.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import { useApp } from '#lib/app.ts';

/** Previews a take with any filter. A new preview cancels the previous one. */
export function useFilterPreview(take: ReadyTake | null, playback: ClipPlayback) {
  const { client, queryClient } = useApp();
  const wanted = useRef<VoiceFilterId | null>(null);
  const currentTake = useRef<ReadyTake | null>(null);
  const [preparing, setPreparing] = useState<VoiceFilterId | null>(null);

  useEffect(() => {
    currentTake.current = take;
    return () => {
      currentTake.current = null;
    };
  }, [take]);

  const stop = () => {
    wanted.current = null;
    setPreparing(null);
    playback.unload();
    if (take) {
      // `inactive` does not cancel the chosen filter, which a mounted component observes.
      const queryKey = recorderKeys.transformedOf(take);
      void queryClient.cancelQueries({ queryKey, type: 'inactive' });
    }
  };

  const makeClip = async (of: ReadyTake, filterId: VoiceFilterId) => {
    if (filterId === 'original') return of.clip;
    const { clip, by } = await queryClient.fetchQuery(transformedClipOptions(client, of, filterId));
    if (by === 'original') throw new Error(`The filter ${filterId} could not be applied.`);
    return clip;
  };

  /**
   * @returns whether the preview plays; false if another preview was started or the take was deleted
   * @throws when the filter could not be applied or its clip could not be played
   */
  const start = async (of: ReadyTake, filterId: VoiceFilterId): Promise<boolean> => {
    stop();
    wanted.current = filterId;
    const isWanted = () => wanted.current === filterId && currentTake.current === of;
    playback.unlock();
    setPreparing(filterId);
    try {
      const clip = await makeClip(of, filterId);
      if (!isWanted()) return false;
      await playback.play(filterId, clip);
      return true;
    } catch (cause) {
      if (cause instanceof CancelledError || !isWanted()) return false;
      throw cause;
    } finally {
      setPreparing((current) => (current === filterId ? null : current));
    }
  };

  return { preparing, start, stop };
}
