import { signedInUserId } from '#features/session/signed-in-queries.ts';
import { isAlreadyThere } from '#lib/error-code.ts';
import { supabase } from '#lib/supabase.ts';

/**
 * Writes or deletes the signed-in person's like of a drop. It is no error when there is nothing to do.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function writeLike(dropId: string, on: boolean): Promise<void> {
  const like = { user_id: await signedInUserId(), voice_drop_id: dropId };
  const likes = supabase.from('voice_drop_likes');
  settle(on ? await likes.insert(like) : await likes.delete().match(like));
}

/**
 * Writes or deletes the signed-in person's bookmark of a drop. It is no error when there is nothing to do.
 *
 * @throws {NotAuthenticatedError} when nobody is signed in
 */
export async function writeBookmark(dropId: string, on: boolean): Promise<void> {
  const bookmark = { user_id: await signedInUserId(), voice_drop_id: dropId };
  const bookmarks = supabase.from('bookmarks');
  settle(on ? await bookmarks.insert(bookmark) : await bookmarks.delete().match(bookmark));
}

function settle({ error }: { error: unknown }): void {
  if (error && !isAlreadyThere(error)) throw error;
}
