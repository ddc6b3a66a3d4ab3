import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import type { Draft } from './draft.ts';

/** Where the audio of a take goes, or has gone, in the bucket. */
export interface TakeUpload {
  filterId: VoiceFilterId;
  path: string;
}

/** A take that is not posted yet. Its audio lies beside it, chunk by chunk. */
export interface Take {
  id: string;
  /** The account that recorded it: no other one gets to see it. */
  userId: string;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  draft: Draft;
  /** Kept from the first try to post it on, so that another try reuses the place. */
  upload: TakeUpload | null;
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
      // Plain buffers: Safari has lost Blobs kept in IndexedDB.
      db.createObjectStore('chunks');
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

/** Everything under a take's id in `chunks`: an array sorts after every number. */
const chunksOf = (takeId: string) => IDBKeyRange.bound([takeId], [takeId, []]);

/** Keeps a take that has just begun. */
export async function createTake(take: Take): Promise<void> {
  await (await database()).put('takes', take);
}

/** Adds the chunk of that index. A take that has been deleted meanwhile stays deleted. */
export async function appendChunk(takeId: string, index: number, chunk: Blob): Promise<void> {
  const bytes = await chunk.arrayBuffer();
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  if (await change.objectStore('takes').getKey(takeId)) {
    await change.objectStore('chunks').put(bytes, [takeId, index]);
  }
  await change.done;
}

/** Changes what is known of a take, if it is still there. */
export async function updateTake(
  takeId: string,
  change: Partial<Pick<Take, 'draft' | 'upload'>>,
): Promise<void> {
  const transaction = (await database()).transaction('takes', 'readwrite');
  const take = await transaction.store.get(takeId);
  if (take) await transaction.store.put({ ...take, ...change });
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

/** Deletes whatever an account has recorded on this device. */
export async function deleteTakesOf(userId: string): Promise<void> {
  for (const { id } of await listTakes(userId)) await deleteTake(id);
}

/** What has been recorded of a take, as one file. */
export async function readRecording({ id, mimeType }: Take): Promise<Blob> {
  const chunks = await (await database()).getAll('chunks', chunksOf(id));
  return new Blob(chunks, { type: mimeType });
}

export async function deleteTake(takeId: string): Promise<void> {
  const change = (await database()).transaction(['takes', 'chunks'], 'readwrite');
  await Promise.all([
    change.objectStore('takes').delete(takeId),
    change.objectStore('chunks').delete(chunksOf(takeId)),
    change.done,
  ]);
}
