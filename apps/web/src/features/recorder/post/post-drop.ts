import type { PostgrestError } from '@supabase/postgrest-js';
import { detectHashtags } from '@undertone/domain/hashtag';
import { dropTitle } from '@undertone/domain/title';
import { isUniqueViolation } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Clip } from '#features/recorder/take/clip.ts';
import type { Draft } from '#features/recorder/take/draft.ts';
import { PostError } from './post-error.ts';
import { removeClip, uploadClip } from './upload.ts';

export interface Posting {
  userId: string;
  /** What everyone will hear: the take after its filter. */
  clip: Clip;
  draft: Draft;
  /** Where the clip is stored. The same clip goes to the same path on every try. */
  path: string;
}

interface PostOptions {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

const AUDIO_PATH_KEY = 'voice_drops_audio_path_key';

/**
 * Uploads the clip, then writes the drop. May be called again after a failure:
 * a clip that arrived, or a drop that was written although the answer was lost,
 * is found and not made twice.
 *
 * @throws {PostError}
 */
export async function postDrop(
  client: SupabaseClient,
  posting: Posting,
  { signal, onProgress }: PostOptions,
): Promise<void> {
  const { userId, clip, path } = posting;
  const { data } = await (await client.auth()).getSession();
  if (data.session?.user.id !== userId) throw new PostError('signed-out');

  let audioUrl: string;
  try {
    const accessToken = data.session.access_token;
    audioUrl = await uploadClip(client, path, clip.wav, { accessToken, signal, onProgress });
  } catch (cause) {
    if (!signal.aborted)
      throw new PostError(isRefusal(cause) ? 'signed-out' : 'upload-failed', { cause });
    // It may have arrived before it was called off.
    await removeClip(client, path);
    throw new PostError('cancelled', { cause });
  }

  const error = await insertDrop(client, posting, audioUrl);
  if (!error || isAlreadyPosted(error)) return;
  await removeClip(client, path);
  throw new PostError('save-failed', { cause: error });
}

async function insertDrop(
  client: SupabaseClient,
  posting: Posting,
  audioUrl: string,
): Promise<PostgrestError | null> {
  const { userId, clip, draft } = posting;
  const { error } = await client.from('voice_drops').insert({
    user_id: userId,
    title: dropTitle(draft.description, draft.filterId),
    audio_url: audioUrl,
    filter_used: draft.filterId,
    duration: clip.duration,
    hashtags: detectHashtags(draft.description),
    privacy_level: draft.privacy,
    waveform: clip.peaks,
  });
  return error;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'status' in cause && cause.status === 401;
}

function isAlreadyPosted(error: PostgrestError): boolean {
  return isUniqueViolation(error) && error.message.includes(AUDIO_PATH_KEY);
}
