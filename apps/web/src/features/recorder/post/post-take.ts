import type { PostgrestError } from '@supabase/postgrest-js';
import { detectHashtags } from '@undertone/domain/hashtag';
import { dropTitle } from '@undertone/domain/title';
import { transformedClipOptions } from '#features/recorder/mask/queries.ts';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { deleteTakeFromDevice } from '#features/recorder/take/discard-take.ts';
import type { Clip, DropDraft } from '#features/recorder/take/take.ts';
import type { App } from '#lib/app.ts';
import { isUniqueViolation } from '#lib/backend-error.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { removeUnusedFiles, uploadClip } from './clip-storage.ts';
import { reserveUploadPath } from './upload-path.ts';

/** Why a drop was not posted. */
export type PostProblem =
  /** Nobody is signed in, or another account than the one that recorded the take. */
  | 'signed-out'
  /** The chosen voice filter could not be applied. */
  | 'unmasked'
  | 'upload-failed'
  | 'save-failed'
  | 'cancelled'
  | 'unexpected';

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly problem: PostProblem;

  constructor(problem: PostProblem, options?: ErrorOptions) {
    super(`The drop was not posted: ${problem}`, options);
    this.problem = problem;
  }
}

export interface TakePosting {
  userId: string;
  take: ReadyTake;
  draft: DropDraft;
}

interface PostTakeOptions {
  signal: AbortSignal;
  /** Called with the share of the audio that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
  /** Called with the filtered clip and its storage path, just before the upload. */
  onClip?: (clip: Clip, path: string) => void;
}

const AUDIO_PATH_KEY = 'voice_drops_audio_path_key';

/**
 * Posts a take: applies its filter, uploads the clip, writes the drop and deletes the take from this
 * device. A take whose filter could not be applied is not posted, since its owner relies on the mask.
 *
 * @throws {PostError}; the take is then unchanged, and posting it can be retried
 */
export async function postTake(
  app: App,
  posting: TakePosting,
  options: PostTakeOptions,
): Promise<void> {
  const { userId, take, draft } = posting;
  const { client, queryClient } = app;
  const { signal, onClip } = options;
  try {
    const clip = await unlessCancelled(filteredClip(app, take, draft), signal);
    const path = await reserveUploadPath(client, userId, take.id, draft.filterId);
    onClip?.(clip, path);
    await uploadDrop(client, { userId, clip, draft, path }, options);
  } catch (cause) {
    throw cause instanceof PostError ? cause : new PostError('unexpected', { cause });
  }
  await deleteTakeFromDevice(queryClient, take.id);
  // Not awaited: these are files of earlier posts.
  void removeUnusedFiles(client);
}

/** Rejects as soon as the post is cancelled. The work itself continues, since the next try needs its result. */
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

async function filteredClip(
  { client, queryClient }: App,
  take: ReadyTake,
  { filterId }: DropDraft,
): Promise<Clip> {
  if (filterId === 'original') return take.clip;
  const { clip, by } = await queryClient.fetchQuery(transformedClipOptions(client, take, filterId));
  if (by === 'original') throw new PostError('unmasked');
  return clip;
}

interface DropUpload {
  userId: string;
  /** The take after its filter. */
  clip: Clip;
  draft: DropDraft;
  /** The storage path, the same for every try with the same clip. */
  path: string;
}

/**
 * Uploads the clip, then writes the drop. A retry finds a clip that arrived earlier, or a drop that
 * was written although the answer was lost, and does not create a second one.
 */
async function uploadDrop(
  client: SupabaseClient,
  upload: DropUpload,
  { signal, onProgress }: PostTakeOptions,
): Promise<void> {
  const { userId, clip, path } = upload;
  const { data } = await (await client.auth()).getSession();
  if (data.session?.user.id !== userId) throw new PostError('signed-out');

  let audioUrl: string;
  try {
    const accessToken = data.session.access_token;
    audioUrl = await uploadClip(client, path, clip.wav, { accessToken, signal, onProgress });
  } catch (cause) {
    if (!signal.aborted)
      throw new PostError(isRefusal(cause) ? 'signed-out' : 'upload-failed', { cause });
    // The clip may have arrived before the upload was cancelled.
    await removeFiles(client, [path]);
    throw new PostError('cancelled', { cause });
  }

  const error = await insertDrop(client, upload, audioUrl);
  if (!error || isAlreadyPosted(error)) return;
  await removeFiles(client, [path]);
  throw new PostError('save-failed', { cause: error });
}

async function insertDrop(
  client: SupabaseClient,
  upload: DropUpload,
  audioUrl: string,
): Promise<PostgrestError | null> {
  const { userId, clip, draft } = upload;
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
