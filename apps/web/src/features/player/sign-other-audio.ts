import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { openKeptAudio } from './open-kept-audio.ts';
import { signMessageClips } from './sign-message-clips.ts';

/** Requests the URLs of clips some of which are of messages; offline, of clips that the account keeps on this device. */
export async function signOtherAudio(
  client: SupabaseClient,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!navigator.onLine) return openKeptAudio(client, paths);
  const objects = paths.filter((path) => path.includes('/'));
  const [urls, clips] = await Promise.all([
    objects.length > 0 ? signObjects(client, objects, AUDIO_URL_SECONDS) : [],
    signMessageClips(
      client,
      paths.filter((path) => !path.includes('/')),
    ),
  ]);
  return new Map([...urls, ...clips]);
}
