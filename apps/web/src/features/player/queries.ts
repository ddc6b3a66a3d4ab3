import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';

/** Signs the URLs of any number of clips, as `signObjects`. */
export function signAudio(paths: readonly string[]): Promise<Map<string, string>> {
  return signObjects(paths, AUDIO_URL_SECONDS);
}
