import { BUCKET } from '@undertone/domain/object-path';
import { logFailure } from '#lib/log.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { uploadStorage } from '#lib/upload-storage.ts';

/** What storage answers when there is an object of that name already. */
const ALREADY_EXISTS = '409';

/** What it answers to who may not upload there, and to who has no room left. */
const REFUSED = '403';

const isAnswer = (error: unknown, statusCode: string): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === statusCode;

interface UploadOptions {
  accessToken: string;
  signal: AbortSignal;
  /** Told the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a clip to a path of its own. A clip that is there already, from a try
 * whose answer never came, counts as uploaded: nothing is overwritten. Where it is
 * refused, what earlier crashes have left makes room first.
 *
 * @returns the clip's public URL, which stands for the object and opens it only where its drop may be heard
 * @throws {StorageError} as storage answered; the signal's reason once that aborts
 */
export async function uploadClip(
  client: SupabaseClient,
  path: string,
  wav: Blob,
  options: UploadOptions,
): Promise<string> {
  const clips = uploadStorage(client, options).from(BUCKET);
  // A buffer is sent as it is; a Blob would be wrapped in a form.
  const bytes = await wav.arrayBuffer();
  const send = () => clips.upload(path, bytes, { contentType: 'audio/wav', upsert: false });
  let { error } = await send();
  if (isAnswer(error, REFUSED) && (await clearUp(client))) ({ error } = await send());
  options.signal.throwIfAborted();
  if (error && !isAnswer(error, ALREADY_EXISTS)) throw error;
  return clips.getPublicUrl(path).data.publicUrl;
}

/**
 * Removes a clip that has not become a drop; storage keeps posted ones by
 * itself. Best effort: what stays is out of everyone's reach but its owner's.
 */
export async function removeClip(client: SupabaseClient, path: string): Promise<void> {
  try {
    const { error } = await (await client.storage()).from(BUCKET).remove([path]);
    if (error) throw error;
  } catch (cause) {
    logFailure(`The clip ${path} could not be removed.`, cause);
  }
}

/**
 * Removes the person's own files that nothing has used for a day: what a lost
 * connection or a crash has left of posts and deletions.
 * @returns whether there were any
 */
export async function clearUp(client: SupabaseClient): Promise<boolean> {
  try {
    const { data: paths } = await client.rpc('unused_uploads').throwOnError();
    if (paths.length === 0) return false;
    const { error } = await (await client.storage()).from(BUCKET).remove(paths);
    if (error) throw error;
    return true;
  } catch (cause) {
    logFailure('Files that nothing uses could not be removed.', cause);
    return false;
  }
}
