import { queryOptions } from '@tanstack/react-query';
import { signedInUserId } from '#features/session/signed-in-queries.ts';
import { isAlreadyThere } from '#lib/error-code.ts';
import { supabase } from '#lib/supabase.ts';
import { peopleKeys } from './queries.ts';

/** Someone whom one has blocked. */
export interface BlockedPerson {
  userId: string;
  /** Undefined for someone who has chosen none, or has blocked one in turn. */
  username: string | undefined;
  avatarUrl: string | undefined;
}

/** Whom one has blocked, the latest first. Only one's own blocks can be read. */
export function blockedPeopleOptions(userId: string) {
  return queryOptions({
    queryKey: peopleKeys.blockedBy(userId),
    queryFn: async ({ signal }): Promise<BlockedPerson[]> => {
      const { data } = await supabase
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
export async function blockPerson(userId: string): Promise<void> {
  const block = { blocker_id: await signedInUserId(), blocked_id: userId };
  const { error } = await supabase.from('blocks').insert(block);
  if (error && !isAlreadyThere(error)) throw error;
}

/**
 * Takes a block back, if there is one.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function unblockPerson(userId: string): Promise<void> {
  await supabase
    .from('blocks')
    .delete()
    .eq('blocker_id', await signedInUserId())
    .eq('blocked_id', userId)
    .throwOnError();
}
