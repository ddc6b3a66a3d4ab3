import { signedInUserId } from '#features/session/signed-in-user.ts';
import { isUniqueViolation } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * Writes or deletes the signed-in person's like of a drop. It is no error when there is nothing to do.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function writeLike(
  client: SupabaseClient,
  dropId: string,
  on: boolean,
): Promise<void> {
  const like = { user_id: await signedInUserId(client), voice_drop_id: dropId };
  const likes = client.from('voice_drop_likes');
  settle(on ? await likes.insert(like) : await likes.delete().match(like));
}

/**
 * Writes or deletes the signed-in person's bookmark of a drop. It is no error when there is nothing to do.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function writeBookmark(
  client: SupabaseClient,
  dropId: string,
  on: boolean,
): Promise<void> {
  const bookmark = { user_id: await signedInUserId(client), voice_drop_id: dropId };
  const bookmarks = client.from('bookmarks');
  settle(on ? await bookmarks.insert(bookmark) : await bookmarks.delete().match(bookmark));
}

function settle({ error }: { error: unknown }): void {
  if (error && !isUniqueViolation(error)) throw error;
}
