import { queryOptions } from '@tanstack/react-query';
import { signedInUserId } from '#features/session/signed-in-user.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { personFromRow, type Person, type PersonRow } from './person.ts';
import { peopleKeys } from './queries.ts';

/** The viewer's blocked users, the latest block first. Only the viewer's own blocks are readable. */
export function blockedPeopleOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: peopleKeys.blockedBy(userId),
    queryFn: async ({ signal }): Promise<Person[]> => {
      const { data } = await client
        .from('blocks')
        .select('blocked_id, person:profiles!blocks_blocked_id_fkey(username, avatar_url)')
        .eq('blocker_id', userId)
        .order('created_at', { ascending: false })
        .abortSignal(signal)
        // Null for a user who has blocked the viewer in turn.
        .overrideTypes<{ blocked_id: string; person: PersonRow | null }[], { merge: false }>()
        .throwOnError();
      return data.map((row) => personFromRow(row.blocked_id, row.person));
    },
  });
}

/**
 * Blocks or unblocks a user for the signed-in one. A repeated call changes nothing.
 *
 * @throws {NotAuthenticatedError} for a visitor
 */
export async function setBlocked(client: SupabaseClient, userId: string, on: boolean) {
  const block = { blocker_id: await signedInUserId(client), blocked_id: userId };
  const blocks = client.from('blocks');
  await ensureWritten(on ? blocks.insert(block) : blocks.delete().match(block));
}
