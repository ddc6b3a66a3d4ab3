import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { LastingProblem } from '#features/recorder/post/post-error.ts';
import type { DropDraft } from './take.ts';

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

/** Why a take was not posted. */
export interface PostFailure {
  problem: LastingProblem;
  /** The backend's message about the limit that was reached. */
  limit?: string | undefined;
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

/** A stored take. Its audio is in the object store `chunks`. */
export interface Take {
  id: string;
  /** The account that recorded the take; no other account sees it. */
  userId: string;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  draft: DropDraft;
  /** Set by the first attempt to post, so that later attempts reuse the path. */
  upload: TakeUpload | null;
  /** Set when Post is pressed. Takes of earlier versions lack it. */
  post?: TakePost | null;
  /** Milliseconds since 1970 when the take was discarded, which can be undone for a while. */
  discardedAt?: number | null;
}

interface Schema extends DBSchema {
  takes: { key: string; value: Take; indexes: { userId: string } };
  chunks: { key: [takeId: string, index: number]; value: ArrayBuffer };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  const forget = () => (opening = undefined);
  opening ??= openDB<Schema>('undertone-takes', 1, {
    upgrade: (db) => {
      db.createObjectStore('takes', { keyPath: 'id' }).createIndex('userId', 'userId');
      // Chunks are stored as ArrayBuffers, since Safari has lost Blobs kept in IndexedDB.
      db.createObjectStore('chunks');
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

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

/** Changes a take, unless it has been deleted. @returns whether the take is on the device */
export async function updateTake(
  takeId: string,
  change: Partial<Pick<Take, 'draft' | 'upload' | 'post' | 'discardedAt'>>,
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

/** Deletes all takes of an account from this device. */
export async function deleteTakesOf(userId: string): Promise<void> {
  for (const { id } of await listTakes(userId)) await deleteTake(id);
}

/** The chunks of a take in their order. */
export async function readChunks(takeId: string): Promise<ArrayBuffer[]> {
  return (await database()).getAll('chunks', chunksOf(takeId));
}

/** Joins a take's chunks into one file. */
export async function readRecording({ id, mimeType }: Take): Promise<Blob> {
  return new Blob(await readChunks(id), { type: mimeType });
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
