import { useEffect } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import type { ClipPlayback } from './clip-playback.ts';

/**
 * Pauses the page's player when the recorder's playback starts, and vice versa. During a recording both
 * stay paused, so that the microphone does not pick them up.
 */
export function useExclusivePlayback(playback: ClipPlayback, isRecording: boolean): void {
  const player = usePlayer();

  useEffect(() => {
    const pausePlayer = () => {
      if (player.getState().status === 'playing') player.pause();
    };
    const onPlayback = () => {
      if (playback.getPlaying() === null) return;
      if (isRecording) playback.pause();
      else pausePlayer();
    };
    const onPlayer = () => {
      if (player.getState().status !== 'playing') return;
      if (isRecording) player.pause();
      else playback.pause();
    };

    if (isRecording) {
      pausePlayer();
      playback.pause();
    }
    const unsubscribes = [playback.subscribe(onPlayback), player.subscribe(onPlayer)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [player, playback, isRecording]);
}
