import { clipPath } from '@undertone/domain/clip-path';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Drop } from '#features/drops/drop.ts';
import { readDropOfAudio } from '#features/drops/queries.ts';
import { toBase64 } from '#features/recorder/mask/base64.ts';
import type { PostedClip } from '#features/recorder/mask/posted-clip.ts';
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

interface TakeToUpload {
  userId: string;
  takeId: string;
  filterId: VoiceFilterId;
}

/**
 * The storage path of a take's audio. Every try with the same file gets the same path, also after a
 * reload, so that a failed try leaves no orphan. Another filter makes another file: it gets a new path,
 * and the file uploaded before is removed.
 *
 * The same holds for another file of the same filter, as when Veil has drawn another stranger, or the
 * encoder could not be loaded the first time; but the drop may have been written then although the
 * answer was lost.
 *
 * @returns the path, and the drop when an earlier try has written it with another file
 */
export async function reserveUploadPath(
  client: SupabaseClient,
  { userId, takeId, filterId }: TakeToUpload,
  { audio }: PostedClip,
): Promise<{ path: string; posted: Drop | null }> {
  const known = await readUpload(takeId);
  const digest = await digestOf(audio);
  if (known?.filterId === filterId) {
    const isSameFile = (known.digest ?? digest) === digest;
    const posted = isSameFile ? null : await readDropOfAudio(client, known.path);
    if (isSameFile || posted) return { path: known.path, posted };
  }
  if (known) await removeFiles(client, [known.path]);
  const path = clipPath(userId, new Date(), audio.type);
  const upload = { filterId, path, digest };
  reserved.set(takeId, upload);
  await updateTake(takeId, { upload }).catch(logUnstored);
  return { path, posted: null };
}

async function digestOf(file: Blob): Promise<string> {
  return toBase64(new Blob([await crypto.subtle.digest('SHA-256', await file.arrayBuffer())]));
}

/** Removes the file that failed posts of a take have uploaded. */
export async function removeTakeUpload(client: SupabaseClient, takeId: string): Promise<void> {
  const known = await readUpload(takeId);
  reserved.delete(takeId);
  if (known) await removeFiles(client, [known.path]);
}
