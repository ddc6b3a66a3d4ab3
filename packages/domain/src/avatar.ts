/* The storage bucket enforces these limits (`supabase/config.toml`, `supabase/migrations`). */

export const AVATAR_MAX_BYTES = 5 * 1024 * 1024;
/** Of a side of a stored picture. */
export const AVATAR_MAX_PIXELS = 4096;
export const AVATAR_CACHE_SECONDS = 3600;

/**
 * Image types that people can pick; the app stores WebP or PNG. SVG can hold scripts and is not among
 * them. The bucket takes all but AVIF, whose metadata the storage service cannot remove.
 */
export const AVATAR_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
] as const;

/** Why an image is refused as an avatar. */
export type AvatarProblem = 'invalid-type' | 'too-large';

/** Why a file cannot be an avatar, by its MIME type and its size in bytes; null when it can. */
export function avatarProblem(file: { type: string; size: number }): AvatarProblem | null {
  if (!(AVATAR_MIME_TYPES as readonly string[]).includes(file.type)) return 'invalid-type';
  return file.size > AVATAR_MAX_BYTES ? 'too-large' : null;
}

/**
 * Where a new avatar is stored in the bucket; the extension is that of its MIME type.
 *
 * @param separator the settings write `_`, the edit dialog of a profile `-`
 */
export function avatarPath(
  userId: string,
  now: Date,
  mimeType: string,
  separator: '_' | '-' = '_',
): string {
  const extension = mimeType.slice('image/'.length).replace('jpeg', 'jpg');
  return `avatars/${userId}${separator}${now.getTime()}.${extension}`;
}
