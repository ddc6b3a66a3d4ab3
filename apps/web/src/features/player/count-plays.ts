import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { addPlay } from './add-play.ts';
import { isDrop } from './track.ts';
import { storeFinishedDrop } from './store-finished-drop.ts';
import { watchListeningMilestones, type ListeningMilestone } from './listening-milestones.ts';
import type { Player } from './player.ts';

/**
 * The server refuses milestones that come sooner than at this many times the speed of the recording
 * (`private.record_listening`). A drop whose pauses are skipped can reach them sooner.
 */
const ACCEPTED_SPEED = 2.5;

/**
 * Counts a play when a drop becomes audible after it was set, also for tracks that were played before
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
  /** The plays that are being counted, and when they were, in milliseconds since 1970. Their milestones are sent afterwards. */
  const counting = new Map<string, Promise<number>>();

  const count = async (trackId: string) => {
    const onCounted = onPlay(trackId);
    try {
      if (await addPlay(client, trackId)) onCounted();
    } catch (cause) {
      logFailure('The play could not be counted.', cause);
    }
    return Date.now();
  };

  /** The turn whose play was counted last. One that began offline counts nowhere. */
  let countedTurn: number | undefined;

  const countNewPlays = () => {
    for (const { id } of player.uncountedPlays.splice(0).filter(isDrop)) {
      const { track, turn } = player.getState();
      if (track?.id === id) countedTurn = turn;
      counting.set(id, count(id));
    }
  };

  const sendMilestone = async (trackId: string, part: ListeningMilestone, isShortened: boolean) => {
    const { listener } = player;
    const { turn, duration, track } = player.getState();
    if (listener === undefined || !track || !isDrop(track)) return;
    if (part === 'end') storeFinishedDrop(listener, trackId);
    if (turn !== countedTurn || !navigator.onLine) return;
    const countedAt = await counting.get(trackId);
    if (isShortened && countedAt !== undefined) {
      const seconds = (part === 'half' ? duration / 2 : duration) / ACCEPTED_SPEED;
      const wait = countedAt + seconds * 1000 - Date.now();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    try {
      await client.rpc('add_listening', { voice_drop_id: trackId, part }).throwOnError();
    } catch (cause) {
      logFailure('A listening milestone could not be sent.', cause);
    }
  };

  countNewPlays();
  const stops = [
    player.subscribe(countNewPlays),
    watchListeningMilestones(player, (...milestone) => void sendMilestone(...milestone)),
  ];
  return () => stops.forEach((stop) => stop());
}
