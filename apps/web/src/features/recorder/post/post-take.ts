import type { PostgrestError } from '@supabase/postgrest-js';
import { detectHashtags } from '@undertone/domain/hashtag';
import { VOICE_DROP_MAX_SECONDS } from '@undertone/domain/limits';
import { dropTitle } from '@undertone/domain/drop-title';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { DROP_COLUMNS, dropFromRow, type Drop } from '#features/drops/drop.ts';
import { postedClipOptions } from '#features/recorder/mask/queries.ts';
import type { VoiceFile } from '#features/recorder/mask/voice-job.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { deleteTakeFromDevice } from '#features/recorder/take/discard-take.ts';
import type { DropDraft } from '#features/recorder/take/take.ts';
import { storePostedClip } from '#features/recorder/take/take-store.ts';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { currentSession } from '#features/session/signed-in-user.ts';
import type { App } from '#lib/app.ts';
import { isTokenRefused, isUniqueViolation } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { removeUnusedFiles, uploadClip } from './clip-storage.ts';
import { PostError, postErrorOf } from './post-error.ts';
import { reserveUploadPath } from './upload-path.ts';

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

/**
 * How long a post waits for an expired session to be renewed, in milliseconds. auth-js retries for half a
 * minute; after this timeout the take is queued instead.
 */
const RENEWAL_TIMEOUT_MS = 5000;

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
    const clip = await unlessCancelled(postedClip(app, take, draft), signal);
    if (!navigator.onLine) throw new PostError('offline');
    const accessToken = await unlessCancelled(accessTokenOf(client, userId), signal);
    const reserved = await reserveUploadPath(client, { userId, takeId: take.id, ...draft }, clip);
    const { path, posted } = reserved;
    onClip?.(clip, path);
    const upload = { userId, clip, draft, path, accessToken };
    drop = posted ?? (await uploadDrop(client, upload, options));
  } catch (cause) {
    throw postErrorOf(cause);
  }
  // Not awaited: if the deletion fails, the next attempt finds the posted drop and deletes the take.
  void deleteTakeFromDevice(queryClient, take.id);
  // Not awaited: these are files of earlier posts.
  void removeUnusedFiles(client);
  return drop;
}

/** Rejects as soon as the post is cancelled. The work itself continues, because the next attempt needs its result. */
async function unlessCancelled<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const cancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(new PostError('cancelled', { cause: signal.reason })),
    );
  });
  return Promise.race([work, cancelled]);
}

async function postedClip(
  { client, queryClient }: App,
  take: ReadyTake,
  { filterId }: DropDraft,
): Promise<VoiceFile> {
  const { clip, by } = await queryClient.fetchQuery(postedClipOptions(client, take, filterId));
  if (by === 'original') throw new PostError('unmasked');
  if (clip.duration > VOICE_DROP_MAX_SECONDS) throw new PostError('too-long');
  if (filterId === 'veil') await storeClip(take.id, filterId, clip);
  return clip;
}

/**
 * Stores a clip with its take until the take is posted. Made again after a reload, it would have another
 * voice than the one its owner has listened to.
 */
async function storeClip(
  takeId: string,
  filterId: VoiceFilterId,
  { audio, duration, peaks }: VoiceFile,
): Promise<void> {
  try {
    const bytes = await audio.arrayBuffer();
    await storePostedClip(takeId, { filterId, bytes, type: audio.type, duration, peaks });
  } catch (cause) {
    logFailure('The clip of a take could not be stored.', cause);
  }
}

/** The access token of the account that recorded the take. */
async function accessTokenOf(client: SupabaseClient, userId: string): Promise<string> {
  let session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PostError('offline')), RENEWAL_TIMEOUT_MS);
  });
  try {
    session = await Promise.race([currentSession(client), late]);
  } catch (cause) {
    // A session that could not be renewed for lack of a response has not ended.
    throw new PostError(isNotAuthenticated(cause) ? 'signed-out' : 'offline', { cause });
  } finally {
    clearTimeout(timer);
  }
  if (session.user.id !== userId) throw new PostError('signed-out');
  return session.access_token;
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
