import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { addPlay } from './mutations.ts';
import type { Player } from './player.ts';

/**
 * Counts a play when a track that was set is first heard; pausing and going on
 * counts no other.
 *
 * @param onPlay told of a play before it is counted; returns what is called when the server did count it
 * @returns a function that ends it
 */
export function countPlays(
  client: SupabaseClient,
  player: Player,
  onPlay: (trackId: string) => () => void,
): () => void {
  let countedTurn = player.getState().turn;

  const count = async (trackId: string) => {
    const onCounted = onPlay(trackId);
    try {
      if (await addPlay(client, trackId)) onCounted();
    } catch (cause) {
      logFailure('The play could not be counted.', cause);
    }
  };

  return player.subscribe(() => {
    const { track, status, waiting, turn } = player.getState();
    if (!track || status !== 'playing' || waiting || turn === countedTurn) return;
    countedTurn = turn;
    void count(track.id);
  });
}
