import type { DBSchema } from 'idb';
import { absentAccounts, databaseOpener, keysOfAccount } from './open-database.ts';

/** The most audio that is kept for an account, in bytes. */
export const KEPT_MAX_BYTES = 100_000_000;

/** A clip that an account can play offline. Its bytes are in the object store `bytes`. */
export interface KeptClip {
  userId: string;
  /** The path in the bucket, since the URLs expire. */
  path: string;
  /** Bytes. */
  size: number;
  /** When it was played or stored last, in milliseconds since 1970. */
  usedAt: number;
}

interface KeptList {
  userId: string;
  list: string;
  /** The drops as JSON. */
  drops: string;
}

type OwnedKey = [userId: string, name: string];

interface Schema extends DBSchema {
  lists: { key: OwnedKey; value: KeptList };
  clips: { key: OwnedKey; value: KeptClip };
  bytes: { key: OwnedKey; value: { type: string; bytes: ArrayBuffer } };
}

/** What accounts keep on this device to play it offline: lists of drops, and clips. */
const database = databaseOpener<Schema>('undertone-kept', (db) => {
  db.createObjectStore('lists', { keyPath: ['userId', 'list'] });
  db.createObjectStore('clips', { keyPath: ['userId', 'path'] });
  // ArrayBuffers, since Safari has lost Blobs kept in IndexedDB.
  db.createObjectStore('bytes');
});

export async function storeKeptList(userId: string, list: string, drops: string): Promise<void> {
  await (await database()).put('lists', { userId, list, drops });
}

/** The drops of a list as JSON; undefined if it is not kept. */
export async function readKeptList(userId: string, list: string): Promise<string | undefined> {
  return (await (await database()).get('lists', [userId, list]))?.drops;
}

export async function listKeptLists(userId: string): Promise<KeptList[]> {
  return (await database()).getAll('lists', keysOfAccount(userId));
}

export async function listKeptClips(userId: string): Promise<KeptClip[]> {
  return (await database()).getAll('clips', keysOfAccount(userId));
}

/**
 * Stores a clip, in place of those that were used least recently when there is no room for it.
 *
 * @param needed the paths of clips that stay
 * @returns whether it was stored: false when these take all the room, by the limit or by the browser's quota
 */
export async function storeKeptClip(
  userId: string,
  path: string,
  audio: Blob,
  needed: ReadonlySet<string>,
): Promise<boolean> {
  const bytes = await audio.arrayBuffer();
  const clip = { userId, path, size: audio.size, usedAt: Date.now() };
  const clips = await listKeptClips(userId);
  const removable = clips
    .filter((each) => !needed.has(each.path))
    .sort((one, other) => one.usedAt - other.usedAt);
  let total = clips.reduce((sum, { size }) => sum + size, clip.size);
  for (;;) {
    if (total <= KEPT_MAX_BYTES && (await put(clip, { type: audio.type, bytes }))) return true;
    const oldest = removable.shift();
    if (!oldest) return false;
    await removeKeptClips(userId, [oldest.path]);
    total -= oldest.size;
  }
}

/** @returns false when the browser's quota is used up */
async function put(clip: KeptClip, audio: Schema['bytes']['value']): Promise<boolean> {
  const change = (await database()).transaction(['clips', 'bytes'], 'readwrite');
  try {
    await Promise.all([
      change.objectStore('clips').put(clip),
      change.objectStore('bytes').put(audio, [clip.userId, clip.path]),
      change.done,
    ]);
    return true;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'QuotaExceededError') return false;
    throw cause;
  }
}

/** The audio of a kept clip, which counts as used now; undefined if it is not kept. */
export async function readKeptClip(userId: string, path: string): Promise<Blob | undefined> {
  const change = (await database()).transaction(['clips', 'bytes'], 'readwrite');
  const clip = await change.objectStore('clips').get([userId, path]);
  const audio = await change.objectStore('bytes').get([userId, path]);
  if (clip) await change.objectStore('clips').put({ ...clip, usedAt: Date.now() });
  await change.done;
  return audio && new Blob([audio.bytes], { type: audio.type });
}

export async function removeKeptClips(userId: string, paths: readonly string[]): Promise<void> {
  const change = (await database()).transaction(['clips', 'bytes'], 'readwrite');
  await Promise.all([
    ...paths.flatMap((path) => [
      change.objectStore('clips').delete([userId, path]),
      change.objectStore('bytes').delete([userId, path]),
    ]),
    change.done,
  ]);
}

/** Deletes everything that an account keeps. */
export async function removeKeptOf(userId: string): Promise<void> {
  const change = (await database()).transaction(['lists', 'clips', 'bytes'], 'readwrite');
  await Promise.all([
    change.objectStore('lists').delete(keysOfAccount(userId)),
    change.objectStore('clips').delete(keysOfAccount(userId)),
    change.objectStore('bytes').delete(keysOfAccount(userId)),
    change.done,
  ]);
}

/** Deletes what accounts keep that are not signed in. */
export async function removeAbsentKept(isSignedIn: (userId: string) => boolean): Promise<void> {
  const db = await database();
  const keys = [...(await db.getAllKeys('lists')), ...(await db.getAllKeys('clips'))];
  for (const userId of absentAccounts(keys, isSignedIn)) await removeKeptOf(userId);
}
