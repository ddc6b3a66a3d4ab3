/** The one bucket: clips at `{user id}/…`, avatars at `avatars/{user id}…`. */
export const BUCKET = 'voice-drops';

/** Where a new clip is stored in the bucket. */
export function clipPath(userId: string, now: Date): string {
  return `${userId}/${now.getTime()}-voice-drop.wav`;
}

/** Where a new avatar is stored in the bucket; the extension is that of its MIME type. */
export function avatarPath(userId: string, now: Date, mimeType: string): string {
  const extension = mimeType.slice('image/'.length).replace('jpeg', 'jpg');
  return `avatars/${userId}_${now.getTime()}.${extension}`;
}
