import { useEffect, useEffectEvent } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import type { ClipPlayback } from './clip-playback.ts';

/**
 * Pauses the page's player when the recorder's playback starts, and vice versa. A recording pauses both when it
 * starts or continues, so that the microphone does not pick them up; playing a drop pauses the recording.
 *
 * @param playback the recorder's playback; null where no recorder is shown
 * @param isRecording whether a recording is in progress and not paused
 */
export function useExclusivePlayback(
  playback: ClipPlayback | null,
  isRecording: boolean,
  onPauseRecording: () => void,
): void {
  const player = usePlayer();
  const pauseRecording = useEffectEvent(onPauseRecording);

  useEffect(() => {
    const pausePlayer = () => {
      if (player.getState().status === 'playing') player.pause();
    };
    const onPlayback = () => {
      if (!playback || playback.getPlaying() === null) return;
      if (isRecording) playback.pause();
      else pausePlayer();
    };
    const onPlayer = () => {
      if (player.getState().status !== 'playing') return;
      if (isRecording) pauseRecording();
      else playback?.pause();
    };

    if (isRecording) {
      pausePlayer();
      playback?.pause();
    }
    const unsubscribes = [playback?.subscribe(onPlayback), player.subscribe(onPlayer)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe?.());
  }, [player, playback, isRecording]);
}
