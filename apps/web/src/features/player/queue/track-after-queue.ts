import type { PlayerState } from '#features/player/player-reducer.ts';
import type { Track } from '#features/player/track.ts';

/** The track with which the playlist goes on once all queued tracks have played, if any. */
export function trackAfterQueue({ playlist, index, queue }: PlayerState): Track | undefined {
  if (index === -1) return undefined;
  let next = index + 1;
  // A queued track that is the next of the playlist moves the place in it (`listedAfterSkip`).
  for (const { id } of queue) if (id === playlist.tracks[next]?.id) next++;
  return playlist.tracks[next];
}
