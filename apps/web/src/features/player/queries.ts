import { signObjects } from '#lib/sign-objects.ts';

/**
 * How long a signed URL of a clip works, in seconds. Whoever holds one can
 * listen for as long, even when the drop has been made private meanwhile.
 */
export const AUDIO_URL_SECONDS = 600;

/** Signs the URLs of any number of clips, as `signObjects`. */
export function signAudio(paths: readonly string[]): Promise<Map<string, string>> {
  return signObjects(paths, AUDIO_URL_SECONDS);
}
