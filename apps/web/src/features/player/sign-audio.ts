import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { SignAudio } from './audio-urls.ts';

/** Requests the URLs of clips: by their paths in the bucket, or by the ids of messages. */
export const signAudio =
  (client: SupabaseClient): SignAudio =>
  async (paths) =>
    navigator.onLine && paths.every((path) => path.includes('/'))
      ? signObjects(client, paths, AUDIO_URL_SECONDS)
      : (await import('./sign-other-audio.ts')).signOtherAudio(client, paths);
