import { signedInUserId } from '#features/session/signed-in-user.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

export type ReactionName = 'like' | 'bookmark';

const tables = { like: 'voice_drop_likes', bookmark: 'bookmarks' } as const;

/**
 * Writes or deletes the signed-in person's like or bookmark of a drop. It is no error when there is nothing to do.
 *
 * @throws {NotAuthenticatedError} when no one is signed in
 */
export async function writeReaction(
  client: SupabaseClient,
  name: ReactionName,
  dropId: string,
  on: boolean,
): Promise<void> {
  const row = { user_id: await signedInUserId(client), voice_drop_id: dropId };
  const rows = client.from(tables[name]);
  await ensureWritten(on ? rows.insert(row) : rows.delete().match(row));
}
