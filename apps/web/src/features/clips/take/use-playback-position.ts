import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useEffect, useState } from 'react';
import type { ClipPlayback } from './clip-playback.ts';

/** Played share of a filter's clip, 0 to 1, updated each frame while it plays. */
export function usePlaybackPosition(playback: ClipPlayback, filterId: VoiceFilterId): number {
  const [position, setPosition] = useState(0);

  useEffect(() => {
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      setPosition(playback.position(filterId));
      if (playback.getPlaying() === filterId) frame = requestAnimationFrame(update);
    };
    update();
    const unsubscribe = playback.subscribe(update);
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [playback, filterId]);

  return position;
}
