import type { PostgrestError } from '@supabase/postgrest-js';
import { detectHashtags } from '@undertone/domain/hashtag';
import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { dropTitle } from '@undertone/domain/drop-title';
import { readDropOfAudio } from '#features/drops/read-drops.ts';
import { DROP_COLUMNS, dropFromRow, type Drop } from '#features/drops/drop.ts';
import type { VoiceFile } from '#features/clips/mask/voice-job.ts';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import { deleteTakeFromDevice } from '#features/clips/take/discard-take.ts';
import type { DropDraft } from '#features/recorder/drop-draft.ts';
import type { App } from '#lib/app.ts';
import { isTokenRefused, isUniqueViolation } from '#lib/backend-error.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { removeUnusedFiles, uploadClip } from '#features/clips/upload/clip-storage.ts';
import { makeClip, unlessCancelled } from '#features/clips/upload/make-clip.ts';
import { accessTokenOf } from '#features/clips/upload/access-token.ts';
import { PostError, postErrorOf } from '#features/clips/upload/post-error.ts';
import { reserveUploadPath } from '#features/clips/upload/upload-path.ts';

export interface TakePosting {
  userId: string;
  take: ReadyTake;
  draft: DropDraft;
}

interface PostTakeOptions {
  signal: AbortSignal;
  /** Called with the share of the audio that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Called with the clip that is posted and its storage path, just before the upload. */
  onClip?: (clip: VoiceFile, path: string) => void;
}

const AUDIO_PATH_KEY = 'voice_drops_audio_path_key';

/**
 * Posts a take: makes the clip with its filter, uploads it, writes the drop and deletes the take from
 * this device. A take whose filter could not be applied is not posted, because its owner relies on it.
 *
 * @returns the drop; null when an earlier attempt has written it but its response was lost
 * @throws {PostError}; the take is then unchanged, and posting it can be retried
 */
export async function postTake(
  app: App,
  posting: TakePosting,
  options: PostTakeOptions,
): Promise<Drop | null> {
  const { userId, take, draft } = posting;
  const { client, queryClient } = app;
  const { signal, onClip } = options;
  let drop: Drop | null;
  try {
    const sound = { filterId: draft.filterId, maxSeconds: VOICE_DROP_MAX_SECONDS };
    const clip = await makeClip(app, take, sound, signal);
    if (!navigator.onLine) throw new PostError('offline');
    const accessToken = await unlessCancelled(accessTokenOf(client, userId), signal);
    const toUpload = { userId, takeId: take.id, filterId: draft.filterId };
    const { path, sent } = await reserveUploadPath(client, toUpload, clip, (earlier) =>
      readDropOfAudio(client, earlier),
    );
    onClip?.(clip, path);
    const upload = { userId, clip, draft, path, accessToken };
    drop = sent ?? (await uploadDrop(client, upload, options));
  } catch (cause) {
    throw postErrorOf(cause);
  }
  // Not awaited: if the deletion fails, the next attempt finds the posted drop and deletes the take.
  void deleteTakeFromDevice(queryClient, take.id);
  // Not awaited: these are files of earlier posts.
  void removeUnusedFiles(client);
  return drop;
}

interface DropUpload {
  userId: string;
  clip: VoiceFile;
  draft: DropDraft;
  /** The storage path, the same for every attempt with the same clip. */
  path: string;
  accessToken: string;
}

/**
 * Uploads the clip, then writes the drop. A retry finds a clip that was uploaded earlier, or a drop that
 * was written although the response was lost, and does not create a second one.
 */
async function uploadDrop(
  client: SupabaseClient,
  upload: DropUpload,
  { signal, onProgress }: PostTakeOptions,
): Promise<Drop | null> {
  const { path } = upload;
  let audioUrl: string;
  try {
    audioUrl = await uploadClip(client, upload, { signal, onProgress });
  } catch (cause) {
    if (!signal.aborted)
      throw new PostError(isRefusal(cause) ? 'signed-out' : 'upload-failed', { cause });
    // The clip may have arrived before the upload was cancelled.
    await removeFiles(client, [path]);
    throw new PostError('cancelled', { cause });
  }

  const { data, error } = await insertDrop(client, upload, audioUrl);
  if (!error) return data && dropFromRow(data);
  if (isAlreadyPosted(error)) return null;
  // Without a network the file cannot be removed now; the next attempt finds it.
  if (navigator.onLine) await removeFiles(client, [path]);
  throw new PostError(isTokenRefused(error) ? 'signed-out' : 'save-failed', { cause: error });
}

/** Writes the row and reads the drop in one request. */
async function insertDrop(client: SupabaseClient, upload: DropUpload, audioUrl: string) {
  const { userId, clip, draft } = upload;
  return client
    .from('voice_drops')
    .insert({
      user_id: userId,
      title: dropTitle(draft.description, draft.filterId),
      audio_url: audioUrl,
      filter_used: draft.filterId,
      duration: clip.duration,
      hashtags: detectHashtags(draft.description),
      privacy_level: draft.privacy,
      waveform: clip.peaks,
    })
    .select(DROP_COLUMNS)
    .single();
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'status' in cause && cause.status === 401;
}

function isAlreadyPosted(error: PostgrestError): boolean {
  return isUniqueViolation(error) && error.message.includes(AUDIO_PATH_KEY);
}
