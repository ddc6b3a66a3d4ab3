import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { storedUserId } from '#lib/account-key.ts';
import {
  listKeptClips,
  listKeptLists,
  readKeptList,
  removeKeptClips,
  storeKeptList,
} from '#lib/kept-store.ts';
import { listQueuedChanges } from '#lib/queued-changes.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Drop } from './drop.ts';
import { withReaction } from './show-reaction.ts';

/** A page of a list as this device has kept it. */
export interface KeptPage {
  items: Drop[];
  /** There are no further pages. */
  next: undefined;
  isKept: true;
}

/** The name under which a list of drops is kept; its key is `[...dropKeys.lists(), name, …]`. */
export const keptNameOf = (queryKey: QueryKey): string => String(queryKey[2]);

const parseDrops = (json: string): Drop[] => JSON.parse(json);

/** The drops of all kept lists, each once. */
export async function listKeptDrops(userId: string): Promise<Drop[]> {
  const lists = (await listKeptLists(userId)).flatMap(({ drops }) => parseDrops(drops));
  return [...new Map(lists.map((drop) => [drop.id, drop])).values()];
}

/** Deletes the kept drops that are not to be shown any more, and clips that no kept list needs. */
export async function retainKeptDrops(
  userId: string,
  isRetained: (drop: Drop) => boolean,
): Promise<void> {
  const paths = new Set<string>();
  for (const { list, drops } of await listKeptLists(userId)) {
    const all = parseDrops(drops);
    const retained = all.filter(isRetained);
    for (const { audioPath } of retained) paths.add(audioPath);
    if (retained.length < all.length) await storeKeptList(userId, list, JSON.stringify(retained));
  }
  const clips = await listKeptClips(userId);
  const gone = clips.map(({ path }) => path).filter((path) => !paths.has(path));
  if (gone.length > 0) await removeKeptClips(userId, gone);
}

/**
 * A list as the signed-in account has kept it, with the reactions that wait for the network, in place of one that
 * could not be read.
 *
 * @throws `cause` when it is not kept, and for a list that the page already shows
 */
export async function readKeptPage(
  client: SupabaseClient,
  { client: queryClient, queryKey }: { client: QueryClient; queryKey: QueryKey },
  cause: unknown,
): Promise<KeptPage> {
  const userId = storedUserId(client);
  const isShown = queryClient.getQueryData(queryKey) !== undefined;
  if (userId === undefined || isShown || !('indexedDB' in window)) throw cause;
  const drops = await readKeptList(userId, keptNameOf(queryKey));
  if (drops === undefined) throw cause;
  return { items: await withQueued(userId, parseDrops(drops)), next: undefined, isKept: true };
}

/** One drop as the signed-in account has kept it. @throws `cause` when it is not kept */
export async function readKeptDrop(
  client: SupabaseClient,
  id: string,
  cause: unknown,
): Promise<Drop> {
  const userId = storedUserId(client);
  if (userId === undefined || !('indexedDB' in window)) throw cause;
  const kept = (await listKeptDrops(userId)).filter((drop) => drop.id === id);
  const [drop] = await withQueued(userId, kept);
  if (!drop) throw cause;
  return drop;
}

/** Drops with the reactions that wait for the network. */
async function withQueued(userId: string, drops: readonly Drop[]): Promise<Drop[]> {
  const queued = await listQueuedChanges(userId);
  return drops.map((drop) => {
    const own = queued.filter(({ targetId }) => targetId === drop.id);
    return own.reduce(
      (shown, { kind, wanted }) =>
        kind === 'follow' ? shown : withReaction(shown, kind, wanted === 'on'),
      drop,
    );
  });
}
