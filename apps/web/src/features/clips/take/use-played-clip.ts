import { durationLabel } from '@undertone/domain/number-labels';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useEffect, useState } from 'react';
import type { ClipPlayback } from './clip-playback.ts';
import type { Clip } from './take.ts';

/** Played share of a filter's clip, 0 to 1, updated each frame while it plays. */
function usePlaybackPosition(playback: ClipPlayback, filterId: VoiceFilterId): number {
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

/** What a waveform of a filter's clip shows and does: the position, the times as labels, and seeking. */
export function usePlayedClip(playback: ClipPlayback, filterId: VoiceFilterId, clip: Clip) {
  const position = usePlaybackPosition(playback, filterId);
  const textAt = (share: number) => durationLabel(share * clip.duration);
  const [elapsed, total] = [textAt(position), textAt(1)];
  const seek = {
    label: 'Seek in your recording',
    valueText: `${elapsed} of ${total}`,
    textAt,
    onSeek: (share: number) => playback.seek(filterId, clip, share),
  };
  return { position, elapsed, total, waveform: { peaks: clip.peaks, progress: position, seek } };
}
