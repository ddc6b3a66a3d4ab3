import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@undertone/database-types/database';
import { VOICE_DROP_MIN_SECONDS } from '@undertone/domain/limits';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeWav } from '../../packages/voice/src/write-wav.ts';
import { makeClip } from '../../supabase/seed/make-clip.ts';
import { microphoneFile, microphoneVoice } from './microphone.ts';

type Client = SupabaseClient<Database>;

/** Columns of a drop. */
type Columns = Partial<Database['public']['Tables']['voice_drops']['Insert']>;

/** As much silence as a drop needs. */
const silence = new Blob([writeWav(new Float32Array(VOICE_DROP_MIN_SECONDS * 44_100), 44_100)], {
  type: 'audio/wav',
});

/**
 * Posts a drop through the API, as the app does.
 *
 * @param columns values that differ from the defaults
 * @param audio a WAV or MP3 file, from which the drop takes its duration
 * @returns its id
 */
export async function postDrop(
  client: Client,
  title: string,
  columns: Columns = {},
  audio: Blob = silence,
): Promise<string> {
  const { data } = await client.auth.getSession();
  const user_id = data.session?.user.id ?? '';
  const extension = audio.type === 'audio/mpeg' ? 'mp3' : 'wav';
  const path = `${user_id}/${randomUUID()}-voice-drop.${extension}`;
  const bucket = client.storage.from('voice-drops');
  const { error } = await bucket.upload(path, audio, { contentType: audio.type });
  if (error) throw error;
  const { data: drop } = await client
    .from('voice_drops')
    .insert({
      user_id,
      title,
      audio_url: bucket.getPublicUrl(path).data.publicUrl,
      duration: VOICE_DROP_MIN_SECONDS,
      filter_used: 'original',
      ...columns,
    })
    .select('id')
    .single()
    .throwOnError();
  return drop.id;
}

/** Makes a second of speech in either format in which the app posts clips. */
export async function makeSpokenClip(type: 'audio/mpeg' | 'audio/wav'): Promise<Blob> {
  const order = {
    voice: microphoneVoice,
    seconds: 1,
    about: 'spoken',
    filter: 'original',
    type,
  } as const;
  const { bytes } = await makeClip(order);
  return new Blob([bytes], { type });
}

/** Posts a drop of the microphone's file, which is long enough to observe its playback. @returns its id */
export async function postSpokenDrop(client: Client, title: string, columns: Columns = {}) {
  const clip = new Blob([await readFile(microphoneFile)], { type: 'audio/wav' });
  return postDrop(client, title, columns, clip);
}

/** Posts many drops, one after the other. */
export async function postDrops(client: Client, titles: readonly string[]): Promise<void> {
  for (const title of titles) await postDrop(client, title);
}
