import { BUCKET } from '@undertone/domain/object-path';
import type { VoiceFile } from '#features/clips/mask/voice-job.ts';
import { logFailure } from '#lib/log.ts';
import { removeFiles } from '#lib/remove-files.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { uploadStorage } from '#lib/upload-storage.ts';

/** Storage's status code for an object whose name is taken. */
const ALREADY_EXISTS = '409';

/** Storage's status code for a path that the caller may not write, and for an exceeded quota. */
const REFUSED = '403';

const hasStatusCode = (error: unknown, statusCode: string): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === statusCode;

export interface ClipUpload {
  /** The path in the bucket. */
  path: string;
  clip: VoiceFile;
  accessToken: string;
}

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the share that has been sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Uploads a clip to its own path. An existing clip, from an attempt whose response was lost, counts as
 * uploaded and is not overwritten. After a refusal, unused files are removed to make room, and the upload
 * is retried once.
 *
 * @returns the clip's public URL, which names the object; only users who may play the drop can open it
 * @throws {StorageError} storage's error; the signal's reason when it aborts
 */
export async function uploadClip(
  client: SupabaseClient,
  { path, clip: { audio }, accessToken }: ClipUpload,
  { signal, onProgress = () => {} }: UploadOptions,
): Promise<string> {
  const clips = uploadStorage(client, { accessToken, signal, onProgress }).from(BUCKET);
  // storage-js sends a buffer as the request's body, but wraps a Blob in a multipart form.
  const bytes = await audio.arrayBuffer();
  const send = () => clips.upload(path, bytes, { contentType: audio.type, upsert: false });
  let { error } = await send();
  if (hasStatusCode(error, REFUSED) && (await removeUnusedFiles(client)))
    ({ error } = await send());
  signal.throwIfAborted();
  if (error && !hasStatusCode(error, ALREADY_EXISTS)) throw error;
  return clips.getPublicUrl(path).data.publicUrl;
}

/**
 * Removes the caller's own files that have been unused for a day. They are left over from posts and
 * deletions that were interrupted by a crash or a lost connection.
 *
 * @returns whether any files were removed
 */
export async function removeUnusedFiles(client: SupabaseClient): Promise<boolean> {
  try {
    const { data: paths } = await client.rpc('unused_uploads').throwOnError();
    return paths.length > 0 && (await removeFiles(client, paths));
  } catch (cause) {
    logFailure('The unused files could not be listed.', cause);
    return false;
  }
}
