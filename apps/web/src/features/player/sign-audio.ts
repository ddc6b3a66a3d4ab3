import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { SignAudio } from './audio-urls.ts';

/** Requests the URLs of clips; offline, those of clips that the account keeps on this device. */
export const signAudio =
  (client: SupabaseClient): SignAudio =>
  async (paths) =>
    navigator.onLine
      ? signObjects(client, paths, AUDIO_URL_SECONDS)
      : (await import('./open-kept-audio.ts')).openKeptAudio(client, paths);
