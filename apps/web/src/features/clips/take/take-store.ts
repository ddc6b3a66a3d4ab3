import type { DBSchema } from 'idb';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { PostFailure } from '#features/clips/upload/post-error.ts';
import { databaseOpener } from '#lib/open-database.ts';
import type { EditHistory } from './take-edits.ts';
import { isFor, type TakePurpose } from './take-purpose.ts';
import type { TakeDraft } from './take.ts';

/** The upload of a take's audio. */
export interface TakeUpload {
  filterId: VoiceFilterId;
  /** The path in the bucket. */
  path: string;
  /** SHA-256 of the file in base64. Takes of earlier versions lack it: every attempt made the same file. */
  digest?: string;
}

/** A clip as it is posted: levelled and encoded. */
interface StoredClip {
  filterId: VoiceFilterId;
  bytes: ArrayBuffer;
  /** `audio/mpeg` or `audio/wav`. */
  type: string;
  /** Seconds. */
  duration: number;
  peaks: number[];
}

/** The post of a take that its owner has requested. */
export interface TakePost {
  /** Milliseconds since 1970. Takes are posted in this order. */
  queuedAt: number;
  /** Why the last attempt failed, after which its owner decides; null while the take waits for its turn or the network. */
  failure: PostFailure | null;
  /** Duration of the recording in seconds. */
  duration: number;
  /** The recording's waveform. */
  peaks: number[];
  /** The clip, if making it again would give another voice than the one its owner has listened to. */
  clip?: StoredClip;
}

/** A part of a take that was recorded without a stop. */
interface Segment {
  mimeType: string;
  /** The index of its first chunk. Its last one precedes the first of the next segment. */
  firstChunk: number;
}

/** A stored take. Its audio is in the object store `chunks`. */
export interface Take {
  id: string;
  /** The account that recorded the take; no other account sees it. */
  userId: string;
  /** What it is for. Takes of earlier versions lack it, and are for drops. */
  purpose?: TakePurpose;
  /** The format of the first segment. */
  mimeType: string;
  /** The segments that were recorded after the first one, if any. Takes of earlier versions lack them. */
  laterSegments?: readonly Segment[];
  /** The edits, if any. Takes of earlier versions lack them. */
  history?: EditHistory;
  /** Milliseconds since 1970. */
  startedAt: number;
  draft: TakeDraft;
  /** Set by the first attempt to post, so that later attempts reuse the path. */
  upload: TakeUpload | null;
  /** Set when Post is pressed. Takes of earlier versions lack it. */
  post?: TakePost | null;
  /** The take that is recorded again with this one. */
  replaces?: string | null;
  /** The take that was recorded in place of this one, which is kept until that one is posted or discarded. */
  replacedBy?: string | null;
  /** Milliseconds since 1970 when the take was discarded, which can be undone for a while. */
  discardedAt?: number | null;
}

/** Whether a take waits for its turn or for the network, and not for a decision of its owner. */
export function isWaiting(take: Take | undefined): take is Take & { post: TakePost } {
  return take?.post?.failure === null && !take.discardedAt;
}

interface Schema extends DBSchema {
  takes: { key: string; value: Take; indexes: { userId: string } };
  chunks: { key: [takeId: string, index: number]; value: ArrayBuffer };
}

const database = databaseOpener<Schema>('undertone-takes', (db) => {
  db.createObjectStore('takes', { keyPath: 'id' }).createIndex('userId', 'userId');
  // Chunks are stored as ArrayBuffers, since Safari has lost Blobs kept in IndexedDB.
  db.createObjectStore('chunks');
});

/** All keys of a take in `chunks`: IndexedDB sorts arrays after numbers. */
const chunksOf = (takeId: string) => IDBKeyRange.bound([takeId], [takeId, []]);

export async function createTake(take: Take): Promise<void> {
  await (await database()).put('takes', take);
}

/** Stores a chunk, unless its take has been deleted. */
export async function appendChunk(takeId: string, index: number, chunk: Blob): Promise<void> {
  const bytes = await chunk.arrayBuffer();
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  if (await change.objectStore('takes').getKey(takeId)) {
    await change.objectStore('chunks').put(bytes, [takeId, index]);
  }
  await change.done;
}

/**
 * Appends a segment to a take, unless it has been deleted.
 *
 * @param place the number of segments before it
 * @returns the index of its first chunk
 */
export async function appendSegment(
  takeId: string,
  place: number,
  { mimeType, history }: { mimeType: string; history: EditHistory },
): Promise<number> {
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  const take = await change.objectStore('takes').get(takeId);
  const last = await change.objectStore('chunks').openKeyCursor(chunksOf(takeId), 'prev');
  const firstChunk = last ? last.key[1] + 1 : 0;
  if (take) {
    const laterSegments = (take.laterSegments ?? []).slice(0, place - 1);
    laterSegments[place - 1] = { mimeType, firstChunk };
    // The edit changes the clip, so that a post of the earlier one no longer applies.
    await change.objectStore('takes').put({ ...take, laterSegments, history, post: null });
  }
  await change.done;
  return firstChunk;
}

/** Changes a take, unless it has been deleted. @returns whether the take is on the device */
export async function updateTake(
  takeId: string,
  change: Partial<
    Pick<Take, 'draft' | 'upload' | 'post' | 'discardedAt' | 'history' | 'replaces' | 'replacedBy'>
  >,
): Promise<boolean> {
  const transaction = (await database()).transaction('takes', 'readwrite');
  const take = await transaction.store.get(takeId);
  if (take) await transaction.store.put({ ...take, ...change });
  await transaction.done;
  return take !== undefined;
}

/** Stores the clip of a take whose post was requested. */
export async function storePostedClip(takeId: string, clip: StoredClip): Promise<void> {
  const transaction = (await database()).transaction('takes', 'readwrite');
  const take = await transaction.store.get(takeId);
  if (take?.post) await transaction.store.put({ ...take, post: { ...take.post, clip } });
  await transaction.done;
}

export async function readTake(takeId: string): Promise<Take | undefined> {
  return (await database()).get('takes', takeId);
}

/** The account's takes, the newest first. */
export async function listTakes(userId: string): Promise<Take[]> {
  const takes = await (await database()).getAllFromIndex('takes', 'userId', userId);
  return takes.sort((one, other) => other.startedAt - one.startedAt);
}

/** The accounts that have takes on this device. */
export async function takeOwners(): Promise<string[]> {
  const { store } = (await database()).transaction('takes');
  const owners: string[] = [];
  let cursor = await store.index('userId').openKeyCursor(null, 'nextunique');
  while (cursor) {
    owners.push(cursor.key);
    cursor = await cursor.continue();
  }
  return owners;
}

/**
 * The account's takes without those that another one replaces, the newest first.
 *
 * @param purpose by default takes for every purpose are listed
 */
export async function listCurrentTakes(userId: string, purpose?: TakePurpose): Promise<Take[]> {
  const takes = await listTakes(userId);
  const ids = new Set(takes.map(({ id }) => id));
  return takes.filter(
    (take) => (!take.replacedBy || !ids.has(take.replacedBy)) && (!purpose || isFor(purpose, take)),
  );
}

/** Whether an account has discarded a take for a purpose that is still on this device. */
export async function hasDiscardedTake(userId: string, purpose: TakePurpose): Promise<boolean> {
  const takes = await listTakes(userId);
  return takes.some((take) => Boolean(take.discardedAt) && isFor(purpose, take));
}

/** Deletes all takes of an account from this device. */
export async function deleteTakesOf(userId: string): Promise<void> {
  for (const { id } of await listTakes(userId)) await deleteTake(id);
}

/** The chunks of a take in their order. */
export async function readChunks(takeId: string): Promise<ArrayBuffer[]> {
  return (await database()).getAll('chunks', chunksOf(takeId));
}

/** Joins a take's chunks into one file for each segment. */
export async function readSegments({ id, mimeType, laterSegments = [] }: Take): Promise<Blob[]> {
  const { store, done } = (await database()).transaction('chunks');
  const [keys, chunks] = await Promise.all([
    store.getAllKeys(chunksOf(id)),
    store.getAll(chunksOf(id)),
    done,
  ]);
  const segments = [{ mimeType, firstChunk: 0 }, ...laterSegments];
  return segments.map(({ mimeType: type, firstChunk }, index) => {
    const next = segments[index + 1]?.firstChunk ?? Infinity;
    const own = chunks.filter((_, at) => keys[at]![1] >= firstChunk && keys[at]![1] < next);
    return new Blob(own, { type });
  });
}

/** Whether any audio of a take is on this device. */
export async function hasAudio({ id }: Take): Promise<boolean> {
  return (await database()).count('chunks', chunksOf(id)).then((count) => count > 0);
}

/** Stores a take with its chunks, unless it is on the device. */
export async function restoreTake(take: Take, chunks: readonly ArrayBuffer[]): Promise<void> {
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  const store = change.objectStore('chunks');
  if (!(await change.objectStore('takes').getKey(take.id))) {
    const puts = chunks.map((chunk, index) => store.put(chunk, [take.id, index]));
    await Promise.all([change.objectStore('takes').put(take), ...puts]);
  }
  await change.done;
}

export async function deleteTake(takeId: string): Promise<void> {
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  await Promise.all([
    change.objectStore('takes').delete(takeId),
    change.objectStore('chunks').delete(chunksOf(takeId)),
    change.done,
  ]);
}
