import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { storeFinishedDrop } from './store-finished-drop.ts';
import { watchListeningMilestones, type ListeningMilestone } from './listening-milestones.ts';
import type { Player } from './player.ts';

/**
 * Counts a play of a drop.
 *
 * @returns whether the play counted: plays of a drop by the same listener count once a minute
 */
export async function addPlay(client: SupabaseClient, dropId: string): Promise<boolean> {
  const { data } = await client.rpc('add_play', { voice_drop_id: dropId }).throwOnError();
  return data;
}

/**
 * Counts a play when a track becomes audible after it was set, also for tracks that were played before
 * this was called; resuming after a pause does not count again. When a member has listened to half of a
 * track and to its end, this is sent to the server too, and the finished drop is stored on the device.
 *
 * @param onPlay called before a play is counted; the function that it returns is called when the
 *   server has counted the play
 * @returns a function that stops counting
 */
export function countPlays(
  client: SupabaseClient,
  player: Player,
  onPlay: (trackId: string) => () => void,
): () => void {
  /** The plays that are being counted. Their milestones are sent afterwards. */
  const counting = new Map<string, Promise<void>>();

  const count = async (trackId: string) => {
    const onCounted = onPlay(trackId);
    try {
      if (await addPlay(client, trackId)) onCounted();
    } catch (cause) {
      logFailure('The play could not be counted.', cause);
    }
  };

  /** The turn whose play was counted last. One that began offline counts nowhere. */
  let countedTurn: number | undefined;

  const countNewPlays = () => {
    for (const trackId of player.uncountedPlays.splice(0)) {
      const { track, turn } = player.getState();
      if (track?.id === trackId) countedTurn = turn;
      counting.set(trackId, count(trackId));
    }
  };

  const sendMilestone = async (listener: string, trackId: string, part: ListeningMilestone) => {
    if (part === 'end') storeFinishedDrop(listener, trackId);
    if (player.getState().turn !== countedTurn || !navigator.onLine) return;
    await counting.get(trackId);
    try {
      await client.rpc('add_listening', { voice_drop_id: trackId, part }).throwOnError();
    } catch (cause) {
      logFailure('A listening milestone could not be sent.', cause);
    }
  };

  countNewPlays();
  const stops = [
    player.subscribe(countNewPlays),
    watchListeningMilestones(player, (trackId, part) => {
      if (player.listener !== undefined) void sendMilestone(player.listener, trackId, part);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
