import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { storeHeardDrop } from './heard-drops.ts';
import { watchHeardParts, type HeardPart } from './heard-parts.ts';
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
 * Counts a play when a track is first heard after it was set, also before this was called; pausing and resuming does not count
 * again. Of a member who has heard half of it, and its end, this is told, too, and kept on the device.
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
  /** The plays that are being counted; what was heard of them is told afterwards. */
  const counting = new Map<string, Promise<void>>();

  const count = async (trackId: string) => {
    const onCounted = onPlay(trackId);
    try {
      if (await addPlay(client, trackId)) onCounted();
    } catch (cause) {
      logFailure('The play could not be counted.', cause);
    }
  };

  const countHeard = () => {
    for (const trackId of player.heard.splice(0)) counting.set(trackId, count(trackId));
  };

  const tellPart = async (listener: string, trackId: string, part: HeardPart) => {
    if (part === 'end') storeHeardDrop(listener, trackId);
    await counting.get(trackId);
    try {
      await client.rpc('add_listening', { voice_drop_id: trackId, part }).throwOnError();
    } catch (cause) {
      logFailure('How far a drop was heard could not be told.', cause);
    }
  };

  countHeard();
  const stops = [
    player.subscribe(countHeard),
    watchHeardParts(player, (trackId, part) => {
      if (player.listener !== undefined) void tellPart(player.listener, trackId, part);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
