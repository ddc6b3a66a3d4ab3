import type { Player } from './player.ts';
import type { Playlist, Track } from './track.ts';

/**
 * Shows a track paused at the time to which a link leads, unless it is the current one already or another is
 * playing. It is played by a press, and counted as if it had been played from its start.
 *
 * @param seconds from the track's start; ignored at and beyond its end
 */
export function cueMoment(player: Player, track: Track, playlist: Playlist, seconds: number): void {
  const { track: current, status } = player.getState();
  if (seconds >= track.duration || current?.id === track.id || status === 'playing') return;
  player.stop();
  player.restore(track, playlist, 0);
  player.seekTo(seconds);
}
