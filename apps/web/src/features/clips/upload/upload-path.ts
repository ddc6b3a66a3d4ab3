import { clipPath } from '@undertone/domain/clip-path';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { toBase64 } from '#features/clips/mask/base64.ts';
import type { VoiceFile } from '#features/clips/mask/voice-job.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { logFailure } from '#lib/log.ts';
import { removeFiles } from '#lib/remove-files.ts';
import { readTake, updateTake, type TakeUpload } from '#features/clips/take/take-store.ts';

/**
 * Paths reserved in this document, for devices whose IndexedDB fails. Module state is safe here: the keys
 * are random take ids, so accounts and clients in the same document cannot collide.
 */
const reserved = new Map<string, TakeUpload>();

const logUnstored = (cause: unknown) =>
  logFailure('The upload path of a take could not be stored.', cause);

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
 * The storage path of a take's audio. Every attempt with the same file gets the same path, also after a
 * reload, so that a failed attempt leaves no orphan. Another file, made by another filter, by Veil with
 * another seed, or by an encoder that could not be loaded before, gets a new path, and the earlier file is
 * removed. With the same filter, the earlier one may have been sent although the response was lost.
 *
 * @param findSent finds what an earlier attempt has written with the file of a path
 * @returns the path, and what an earlier attempt has written with another file
 */
export async function reserveUploadPath<Sent>(
  client: SupabaseClient,
  { userId, takeId, filterId }: TakeToUpload,
  { audio }: VoiceFile,
  findSent: (path: string) => Promise<Sent | null>,
): Promise<{ path: string; sent: Sent | null }> {
  const known = await readUpload(takeId);
  const digest = await digestOf(audio);
  if (known?.filterId === filterId) {
    const isSameFile = (known.digest ?? digest) === digest;
    const sent = isSameFile ? null : await findSent(known.path);
    if (isSameFile || sent) return { path: known.path, sent };
  }
  if (known) await removeFiles(client, [known.path]);
  const path = clipPath(userId, new Date(), audio.type);
  const upload = { filterId, path, digest };
  reserved.set(takeId, upload);
  await updateTake(takeId, { upload }).catch(logUnstored);
  return { path, sent: null };
}

async function digestOf(file: Blob): Promise<string> {
  return toBase64(new Blob([await crypto.subtle.digest('SHA-256', await file.arrayBuffer())]));
}

/** Removes the file that a failed attempt to send a take has uploaded. */
export async function removeTakeUpload(client: SupabaseClient, takeId: string): Promise<void> {
  const known = await readUpload(takeId);
  reserved.delete(takeId);
  if (known) await removeFiles(client, [known.path]);
}
