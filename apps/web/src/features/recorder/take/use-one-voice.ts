import { useEffect } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import type { ClipPlayback } from './clip-playback.ts';

/**
 * Lets one voice be heard at a time: the page's player falls silent when the
 * recorder plays, and the other way round. While it records both are silent, so
 * that nothing sounds into the recording.
 */
export function useOneVoice(playback: ClipPlayback, isRecording: boolean): void {
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
    const ends = [playback.subscribe(onPlayback), player.subscribe(onPlayer)];
    return () => ends.forEach((end) => end());
  }, [player, playback, isRecording]);
}
