import type { PostgrestError } from '@supabase/postgrest-js';
import { isTokenRefused, isUniqueViolation } from '#lib/backend-error.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { uploadClip, type ClipUpload, type UploadOptions } from './clip-storage.ts';
import { PostError } from './post-error.ts';

/** The end of the names of the unique indexes that allow one row for each file. */
const AUDIO_PATH_KEY = 'audio_path_key';

type Inserted<Row> = { data: Row; error: null } | { data: null; error: PostgrestError };

/**
 * Uploads a clip, then writes its row. A retry finds a clip that was uploaded earlier, or a row that was
 * written although the response was lost, and does not create a second one.
 *
 * @returns the row; null when an earlier attempt has written it
 * @throws {PostError}
 */
export async function insertWithClip<Row>(
  client: SupabaseClient,
  upload: ClipUpload,
  options: UploadOptions,
  insert: (audioUrl: string) => PromiseLike<Inserted<Row>>,
): Promise<Row | null> {
  const { path } = upload;
  let audioUrl: string;
  try {
    audioUrl = await uploadClip(client, upload, options);
  } catch (cause) {
    if (!options.signal.aborted)
      throw new PostError(isRefusal(cause) ? 'signed-out' : 'upload-failed', { cause });
    // The clip may have arrived before the upload was cancelled.
    await removeFiles(client, [path]);
    throw new PostError('cancelled', { cause });
  }

  const { data, error } = await insert(audioUrl);
  if (!error) return data;
  if (isUniqueViolation(error) && error.message.includes(AUDIO_PATH_KEY)) return null;
  // Without a network the file cannot be removed now; the next attempt finds it.
  if (navigator.onLine) await removeFiles(client, [path]);
  throw new PostError(isTokenRefused(error) ? 'signed-out' : 'save-failed', { cause: error });
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'status' in cause && cause.status === 401;
}
