import { clipPath } from '@undertone/domain/object-path';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { SupabaseClient } from '#lib/supabase.ts';
import { logFailure } from '#lib/log.ts';
import { readTake, updateTake, type TakeUpload } from '#features/recorder/take/take-store.ts';
import { removeClip } from './upload.ts';

/** What this page has reserved, for devices that keep nothing. */
const reserved = new Map<string, TakeUpload>();

const unkept = (cause: unknown) => logFailure('The upload of a take could not be noted.', cause);

async function knownUpload(takeId: string): Promise<TakeUpload | null> {
  const inMemory = reserved.get(takeId);
  if (inMemory) return inMemory;
  try {
    return (await readTake(takeId))?.upload ?? null;
  } catch (cause) {
    unkept(cause);
    return null;
  }
}

/**
 * The path at which a take's audio is stored. It stays the same for every try
 * with the same filter, also after a reload, so that no try leaves an orphan;
 * with another filter the audio is another, and what was uploaded goes.
 */
export async function reserveUpload(
  client: SupabaseClient,
  userId: string,
  takeId: string,
  filterId: VoiceFilterId,
): Promise<string> {
  const known = await knownUpload(takeId);
  if (known?.filterId === filterId) return known.path;
  if (known) await removeClip(client, known.path);
  const upload = { filterId, path: clipPath(userId, new Date()) };
  reserved.set(takeId, upload);
  await updateTake(takeId, { upload }).catch(unkept);
  return upload.path;
}

/** Removes what tries to post a take have uploaded. */
export async function removeUpload(client: SupabaseClient, takeId: string): Promise<void> {
  const known = await knownUpload(takeId);
  reserved.delete(takeId);
  if (known) await removeClip(client, known.path);
}
