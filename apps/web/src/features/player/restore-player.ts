import { logFailure } from '#lib/log.ts';
import type { Player } from './player.ts';
import { readTabPlayer, storeTabPlayer } from './tab-player.ts';
import type { Track } from './track.ts';

/** Reads tracks by their drops' ids, in any order, without those that the listener may not play. */
type ReadTracks = (ids: readonly string[]) => Promise<Track[]>;

/**
 * Restores the tab's player after a reload: paused at its position. Nothing is restored when the listener
 * may no longer play the drop, or when a track is set already.
 */
export async function restorePlayer(player: Player, readTracks: ReadTracks): Promise<void> {
  const { listener } = player;
  const stored = player.getState().track ? undefined : readTabPlayer(listener);
  if (!stored) return;
  try {
    const ids = [...new Set([stored.id, ...stored.ids])];
    const readable = new Map((await readTracks(ids)).map((track) => [track.id, track]));
    if (player.getState().track || player.listener !== listener) return;
    const track = readable.get(stored.id);
    if (!track) {
      storeTabPlayer(listener, player.getState());
      return;
    }
    const tracks = stored.ids.flatMap((id) => readable.get(id) ?? []);
    const position = Math.min(stored.position, track.duration);
    const listed = readable.get(stored.listed);
    const { source, all } = stored;
    player.restore(track, { source, tracks, all }, position, listed);
    // The first press then plays at once.
    await player.prepare([track]);
  } catch (cause) {
    logFailure('The player of the page before could not be restored.', cause);
  }
}
