import { logFailure } from '#lib/log.ts';
import type { Player } from './player.ts';
import { readTabPlayer, storeTabPlayer } from './tab-player.ts';
import type { Track } from './track.ts';

/** Reads tracks by their drops' ids, in any order, without those that the listener may not hear. */
export type ReadTracks = (ids: readonly string[]) => Promise<Track[]>;

/**
 * Brings the tab's player back after the page was loaded again: paused, where it was, if its drop may
 * still be heard, and unless something plays already.
 */
export async function restorePlayer(player: Player, readTracks: ReadTracks): Promise<void> {
  const { listener } = player;
  const kept = player.getState().track ? undefined : readTabPlayer(listener);
  if (!kept) return;
  try {
    const readable = new Map((await readTracks(kept.ids)).map((track) => [track.id, track]));
    if (player.getState().track || player.listener !== listener) return;
    const track = readable.get(kept.id);
    if (!track) {
      storeTabPlayer(listener, player.getState());
      return;
    }
    const tracks = kept.ids.flatMap((id) => readable.get(id) ?? []);
    player.restore(track, { source: kept.source, tracks }, Math.min(kept.position, track.duration));
    // So that the first press plays at once.
    await player.prepare([track]);
  } catch (cause) {
    logFailure('The player of the page before could not be brought back.', cause);
  }
}
