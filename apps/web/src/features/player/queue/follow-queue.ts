import type { Player } from '#features/player/player.ts';
import type { Track } from '#features/player/track.ts';
import { logFailure } from '#lib/log.ts';
import { onQueueStored, readQueue, storeQueue } from './stored-queue.ts';

interface QueuedTracks {
  /** Returns a track that this page has already. */
  find: (id: string) => Track | undefined;
  /** Reads tracks by their drops' ids, in any order, without those that the listener may not play. */
  read: (ids: readonly string[]) => Promise<Track[]>;
  /** Called with the number of drops that were queued and that the listener may not play any more. */
  onGone: (count: number) => void;
}

/**
 * Keeps the player's queue as it is stored for the listener, also by other tabs. Only ids are stored: drops that this
 * page does not have are read in one request. What is played leaves the queue.
 *
 * @returns a function that ends this
 */
export function followQueue(player: Player, { find, read, onGone }: QueuedTracks): () => void {
  const { listener } = player;
  if (listener === undefined) return () => {};
  const known = new Map<string, Track>();
  const ending = new AbortController();
  const { signal } = ending;
  let isReading = false;

  const show = () => {
    const ids = readQueue(listener);
    for (const id of ids) {
      const track = find(id) ?? known.get(id);
      if (track) known.set(id, track);
    }
    player.setQueue(ids.flatMap((id) => known.get(id) ?? []));
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) void readUnknown(unknown);
  };

  const readUnknown = async (ids: readonly string[]) => {
    // What is queued meanwhile follows.
    if (isReading) return;
    isReading = true;
    try {
      const tracks = await read(ids);
      if (signal.aborted) return;
      for (const track of tracks) known.set(track.id, track);
      const gone = new Set(ids.filter((id) => !known.has(id)));
      if (gone.size > 0) onGone(gone.size);
      isReading = false;
      storeQueue(
        listener,
        readQueue(listener).filter((id) => !gone.has(id)),
      );
    } catch (cause) {
      isReading = false;
      if (!signal.aborted) logFailure('The drops of the queue could not be read.', cause);
    }
  };

  let { turn } = player.getState();
  const unsubscribe = player.subscribe(() => {
    const state = player.getState();
    if (state.turn === turn) return;
    turn = state.turn;
    const ids = readQueue(listener);
    const left = ids.filter((id) => id !== state.track?.id);
    if (left.length < ids.length) storeQueue(listener, left);
  });
  const stopFollowing = onQueueStored(show);
  // What could not be read without a network is read now.
  addEventListener('online', show, { signal });
  show();
  return () => {
    ending.abort();
    unsubscribe();
    stopFollowing();
    player.setQueue([]);
  };
}
