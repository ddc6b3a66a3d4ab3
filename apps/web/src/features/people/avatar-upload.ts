import { AVATAR_CACHE_SECONDS, avatarPath } from '@undertone/domain/avatar';
import { BUCKET, objectPath } from '@undertone/domain/object-path';
import { currentSession } from '#features/session/signed-in-user.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { uploadStorage } from '#lib/upload-storage.ts';
import { cropAvatar } from './crop-avatar.ts';

/**
 * Uploads an image as an avatar. The caller then saves the returned URL in the profile.
 *
 * @param separator between the path's parts: see `avatarPath`
 * @returns the URL for `profiles.avatar_url`
 * @throws {NotAuthenticatedError} for a visitor; the error of auth-js when the session could
 * not be renewed for lack of an answer; storage's error
 */
export async function uploadAvatar(
  client: SupabaseClient,
  userId: string,
  file: Blob,
  separator: '_' | '-',
): Promise<string> {
  const picture = await cropAvatar(file);
  const path = avatarPath(userId, new Date(), picture.type, separator);
  const { access_token: accessToken } = await currentSession(client);
  const bucket = uploadStorage(client, { accessToken }).from(BUCKET);
  const { error } = await bucket.upload(path, picture, {
    contentType: picture.type,
    cacheControl: String(AVATAR_CACHE_SECONDS),
    upsert: true,
  });
  if (error) throw error;
  return bucket.getPublicUrl(path).data.publicUrl;
}

/** Removes an avatar that no profile refers to. A failure is only logged. */
export async function removeAvatar(client: SupabaseClient, url: string): Promise<void> {
  const path = objectPath(url);
  if (path !== null) await removeFiles(client, [path]);
}
