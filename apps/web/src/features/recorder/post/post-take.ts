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
import type { SupabaseClient } from '#lib/supabase.ts';
import { removeUnusedFiles } from '#features/clips/upload/clip-storage.ts';
import { insertWithClip } from '#features/clips/upload/insert-with-clip.ts';
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
    drop =
      sent ??
      (await insertWithClip(client, upload, options, (audioUrl) =>
        insertDrop(client, upload, audioUrl),
      ).then((row) => row && dropFromRow(row)));
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
      is_sensitive: draft.isSensitive,
      waveform: clip.peaks,
    })
    .select(DROP_COLUMNS)
    .single();
}
