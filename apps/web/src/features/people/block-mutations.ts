import { queryOptions } from '@tanstack/react-query';
import { signedInUserId } from '#features/session/signed-in-user.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { peopleKeys } from './queries.ts';

/** A user whom the viewer has blocked. */
export interface BlockedPerson {
  userId: string;
  /** Undefined for a user without a username, or who has blocked the viewer in turn. */
  username: string | undefined;
  avatarUrl: string | undefined;
}

/** The users whom the viewer has blocked, the latest block first. Only the viewer's own blocks are readable. */
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
  /** Null when the viewer may not see this user. */
  person: { username: string | null; avatar_url: string | null } | null;
}

/**
 * Blocks or unblocks a user in the name of the signed-in one. Doing so twice changes nothing.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function setBlocked(client: SupabaseClient, userId: string, on: boolean) {
  const block = { blocker_id: await signedInUserId(client), blocked_id: userId };
  const blocks = client.from('blocks');
  await ensureWritten(on ? blocks.insert(block) : blocks.delete().match(block));
}
