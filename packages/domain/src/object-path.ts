/** The bucket of clips of messages, at random names. */
export const MESSAGES_BUCKET = 'messages';

/** The bucket of drops: clips at `{user id}/…`, avatars at `avatars/{user id}…`. */
export const BUCKET = 'voice-drops';

const storageUrl = new RegExp(
  `/storage/v1/object/(?:public/|authenticated/|sign/)?${BUCKET}/([^?#]+)`,
);

/** The path in the bucket of a storage URL of any form, or null. The database parses URLs alike. */
export function objectPath(url: string): string | null {
  return storageUrl.exec(url)?.[1] ?? null;
}
