import { clipPath } from '@undertone/domain/object-path';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { SupabaseClient } from '#lib/supabase.ts';
import { logFailure } from '#lib/log.ts';
import { removeFiles } from '#lib/remove-files.ts';
import { readTake, updateTake, type TakeUpload } from '#features/recorder/take/take-store.ts';

/**
 * Paths reserved in this document, for devices whose IndexedDB fails. Module state is safe here: the
 * keys are random take ids, so that accounts and clients in the same document cannot collide.
 */
const reserved = new Map<string, TakeUpload>();

const logUnstored = (cause: unknown) =>
  logFailure('The upload of a take could not be noted.', cause);

async function readUpload(takeId: string): Promise<TakeUpload | null> {
  const inMemory = reserved.get(takeId);
  if (inMemory) return inMemory;
  try {
    return (await readTake(takeId))?.upload ?? null;
  } catch (cause) {
    logUnstored(cause);
    return null;
  }
}

/**
 * The storage path of a take's audio. Every try with the same filter gets the same path, also after a
 * reload, so that a failed try leaves no orphan. Another filter makes another file: it gets a new path,
 * and the file uploaded before is removed.
 */
export async function reserveUploadPath(
  client: SupabaseClient,
  userId: string,
  takeId: string,
  filterId: VoiceFilterId,
): Promise<string> {
  const known = await readUpload(takeId);
  if (known?.filterId === filterId) return known.path;
  if (known) await removeFiles(client, [known.path]);
  const upload = { filterId, path: clipPath(userId, new Date()) };
  reserved.set(takeId, upload);
  await updateTake(takeId, { upload }).catch(logUnstored);
  return upload.path;
}

/** Removes the file that failed posts of a take have uploaded. */
export async function removeTakeUpload(client: SupabaseClient, takeId: string): Promise<void> {
  const known = await readUpload(takeId);
  reserved.delete(takeId);
  if (known) await removeFiles(client, [known.path]);
}
