import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';

/** Signs the URLs of any number of clips, as `signObjects`. */
export function signAudio(
  client: SupabaseClient,
  paths: readonly string[],
): Promise<Map<string, string>> {
  return signObjects(client, paths, AUDIO_URL_SECONDS);
}
