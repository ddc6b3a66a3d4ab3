import { AVATAR_CACHE_SECONDS } from '@undertone/domain/limits';
import { avatarPath, BUCKET, objectPath } from '@undertone/domain/object-path';
import { NotAuthenticatedError } from '#features/session/not-authenticated.ts';
import { logFailure } from '#lib/log.ts';
import { supabase } from '#lib/supabase.ts';
import { uploadStorage } from '#lib/upload-storage.ts';
import { avatarPicture } from './avatar-picture.ts';

/**
 * Stores an image as someone's avatar. It is theirs only once their profile names it.
 *
 * @param separator of the path: see `avatarPath`
 * @returns the URL for `profiles.avatar_url`
 */
export async function uploadAvatar(
  userId: string,
  file: Blob,
  separator: '_' | '-',
): Promise<string> {
  const picture = await avatarPicture(file);
  const path = avatarPath(userId, new Date(), picture.type, separator);
  const { data } = await (await supabase.auth()).getSession();
  if (!data.session) throw new NotAuthenticatedError();
  const bucket = uploadStorage({ accessToken: data.session.access_token }).from(BUCKET);
  const { error } = await bucket.upload(path, picture, {
    contentType: picture.type,
    cacheControl: String(AVATAR_CACHE_SECONDS),
    upsert: true,
  });
  if (error) throw error;
  return bucket.getPublicUrl(path).data.publicUrl;
}

/** Removes an avatar that no profile names any more, or ever will. What fails here harms nobody. */
export async function removeAvatar(url: string): Promise<void> {
  const path = objectPath(url);
  if (path === null) return;
  try {
    const { error } = await (await supabase.storage()).from(BUCKET).remove([path]);
    if (error) throw error;
  } catch (cause) {
    logFailure('An avatar that nobody uses could not be removed.', cause);
  }
}
