/** The one bucket: clips at `{user id}/…`, avatars at `avatars/{user id}…`. */
export const BUCKET = 'voice-drops';

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

const storageUrl = new RegExp(
  `/storage/v1/object/(?:public/|authenticated/|sign/)?${BUCKET}/([^?#]+)`,
);

/** The path in the bucket of a storage URL of any form, or null. The database parses URLs alike. */
export function objectPath(url: string): string | null {
  return storageUrl.exec(url)?.[1] ?? null;
}
