import { isDrop, type Track } from '#features/player/track.ts';
import { adjacentTrack, listedAfterSkip } from '#features/player/player-reducer.ts';
import type { Player } from '#features/player/player.ts';
import { readQueue, storeQueue } from '#features/player/queue/stored-queue.ts';
import type { DropStore } from './drop-store.ts';

/**
 * Takes drops that were deleted, made private or hidden by a block out of the player's playlist and queue at once.
 * When the current drop is one of them, or when the next one turns out to be gone, the player goes on with the one
 * after it.
 *
 * @param onGone called with the number of drops that the player has skipped
 * @returns a function that ends this
 */
export function skipGoneDrops(
  player: Player,
  store: DropStore,
  onGone: (count: number) => void,
): () => void {
  const isGone = (track: Track) =>
    isDrop(track) && !store.get(track.id) && !store.isShown(track, 0);

  const removeGone = () => {
    const { track, queue, listed, playlist } = player.getState();
    const gone = new Set(queue.filter(isGone).map(({ id }) => id));
    const { listener } = player;
    if (gone.size > 0 && listener !== undefined) {
      const left = readQueue(listener).filter((id) => !gone.has(id));
      storeQueue(listener, left);
      onGone(gone.size);
    }
    // The player finds its place in the playlist by the track from which that goes on.
    const tracks = playlist.tracks.filter((each) => each.id === listed?.id || !isGone(each));
    if (tracks.length < playlist.tracks.length) player.updatePlaylist({ ...playlist, tracks });
    if (!track || !isGone(track)) return;
    leave(player);
    removeGone();
  };

  let last = player.getState();
  /** Whether the current track follows the one before it, and was not pressed. */
  let isNext = false;
  const skipUnreadable = () => {
    const before = last;
    last = player.getState();
    const { turn, track, problem } = last;
    if (turn !== before.turn) isNext = track?.id === adjacentTrack(before, 1)?.id;
    if (problem !== 'gone' || before.problem === 'gone' || !isNext) return;
    // The player is about to pause the track that has failed.
    queueMicrotask(() => {
      if (player.getState().turn !== turn || !adjacentTrack(last, 1)) return;
      onGone(1);
      player.skip(1);
    });
  };

  const stops = [store.subscribe(removeGone), player.subscribe(skipUnreadable)];
  return () => stops.forEach((stop) => stop());
}

/** Goes on with the next track, paused if the current one is; stops without one. */
function leave(player: Player): void {
  const state = player.getState();
  const next = adjacentTrack(state, 1);
  if (!next) player.stop();
  else if (state.status === 'playing') player.skip(1);
  else {
    player.stop();
    player.restore(next, state.playlist, 0, listedAfterSkip(state, 1));
  }
}
