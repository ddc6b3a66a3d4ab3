import { storedUserId } from '#lib/account-key.ts';
import { readKeptClip } from '#lib/kept-store.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * The URL of a clip that the signed-in account keeps on this device. It is revoked when the network is back, after
 * which the player requests signed ones.
 *
 * @param paths more than one are requested ahead of a press, which opens its clip then: many would fill the memory
 * @throws when the clip is not kept
 */
export async function openKeptAudio(
  client: SupabaseClient,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [path, ...others] = paths;
  const userId = storedUserId(client);
  const urls = new Map<string, string>();
  if (path === undefined || others.length > 0) return urls;
  const canKeep = 'indexedDB' in window && userId !== undefined;
  const audio = canKeep ? await readKeptClip(userId, path) : undefined;
  if (!audio) throw new Error('The audio is not kept on this device.');
  const url = URL.createObjectURL(audio);
  addEventListener('online', () => URL.revokeObjectURL(url), { once: true });
  return urls.set(path, url);
}
