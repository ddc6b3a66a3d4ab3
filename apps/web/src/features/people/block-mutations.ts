import { queryOptions } from '@tanstack/react-query';
import { signedInUserId } from '#features/session/signed-in-queries.ts';
import { isUniqueViolation } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { peopleKeys } from './queries.ts';

/** Someone whom one has blocked. */
export interface BlockedPerson {
  userId: string;
  /** Undefined for someone who has chosen none, or has blocked one in turn. */
  username: string | undefined;
  avatarUrl: string | undefined;
}

/** Whom one has blocked, the latest first. Only one's own blocks can be read. */
export function blockedPeopleOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: peopleKeys.blockedBy(userId),
    queryFn: async ({ signal }): Promise<BlockedPerson[]> => {
      const { data } = await client
        .from('blocks')
        .select('blocked_id, person:profiles!blocks_blocked_id_fkey(username, avatar_url)')
        .eq('blocker_id', userId)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        .overrideTypes<BlockRow[], { merge: false }>()
        .throwOnError();
      return data.map(({ blocked_id: blockedId, person }) => ({
        userId: blockedId,
        username: person?.username ?? undefined,
        avatarUrl: person?.avatar_url ?? undefined,
      }));
    },
  });
}

interface BlockRow {
  blocked_id: string;
  /** Null when its owner may not be seen by the viewer. */
  person: { username: string | null; avatar_url: string | null } | null;
}

/**
 * Blocks someone. To block them a second time changes nothing.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function blockPerson(client: SupabaseClient, userId: string): Promise<void> {
  const block = { blocker_id: await signedInUserId(client), blocked_id: userId };
  const { error } = await client.from('blocks').insert(block);
  if (error && !isUniqueViolation(error)) throw error;
}

/**
 * Takes a block back, if there is one.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function unblockPerson(client: SupabaseClient, userId: string): Promise<void> {
  await client
    .from('blocks')
    .delete()
    .eq('blocker_id', await signedInUserId(client))
    .eq('blocked_id', userId)
    .throwOnError();
}
