import type { DBSchema } from 'idb';
import { storedUserId } from './account-key.ts';
import { readTabItem, writeTabItem } from './local-item.ts';
import { logFailure } from './log.ts';
import { absentAccounts, databaseOpener, keysOfAccount } from './open-database.ts';
import { perClient } from './per-client.ts';
import { randomUuid } from './random-uuid.ts';
import type { SupabaseClient } from './supabase.ts';

/** A change that can wait for the network: a repetition changes nothing, and only the last one counts. */
export interface QueuedChange {
  /** The account that made the change; no other account sends it. */
  userId: string;
  kind: 'like' | 'bookmark' | 'follow';
  /** The drop or the person. */
  targetId: string;
  /** What the person wants: `on` or `off`, or the `Following` of a follow. */
  wanted: string;
  /** Distinguishes the change from a later one of the same kind and target. */
  id: string;
}

interface Schema extends DBSchema {
  changes: { key: [userId: string, kind: string, targetId: string]; value: QueuedChange };
}

const database = databaseOpener<Schema>('undertone-queued', (db) => {
  db.createObjectStore('changes', { keyPath: ['userId', 'kind', 'targetId'] });
});

const keyOf = ({ userId, kind, targetId }: Omit<QueuedChange, 'wanted' | 'id'>) =>
  [userId, kind, targetId] as [string, string, string];

/** Emits 'change' when a change was queued in this tab. */
const arrivals = perClient(() => new EventTarget());

export function onQueuedChange(
  client: SupabaseClient,
  listener: () => void,
  signal: AbortSignal,
): void {
  arrivals(client).addEventListener('change', listener, { signal });
}

/**
 * Writes a change, or queues it on this device: without a network, and while an earlier change of the same
 * kind and target is queued, which it replaces.
 *
 * @param write writes the change now
 * @returns whether the change was queued
 * @throws what `write` throws while there is a network
 */
export async function writeOrQueue(
  client: SupabaseClient,
  change: Pick<QueuedChange, 'kind' | 'targetId' | 'wanted'>,
  write: () => Promise<void>,
): Promise<boolean> {
  const userId = storedUserId(client);
  // A browser without IndexedDB queues nothing.
  if (userId === undefined || !('indexedDB' in window)) {
    await write();
    return false;
  }
  const queued = { ...change, userId, id: randomUuid() };
  if (navigator.onLine && !(await isQueued(queued))) {
    try {
      await write();
      return false;
    } catch (cause) {
      // The network may have been lost meanwhile.
      if (navigator.onLine) throw cause;
    }
  }
  await (await database()).put('changes', queued);
  arrivals(client).dispatchEvent(new Event('change'));
  return true;
}

async function isQueued(change: QueuedChange): Promise<boolean> {
  try {
    return (await (await database()).getKey('changes', keyOf(change))) !== undefined;
  } catch (cause) {
    logFailure('The queued changes could not be read.', cause);
    return false;
  }
}

export async function listQueuedChanges(userId: string): Promise<QueuedChange[]> {
  return (await database()).getAll('changes', keysOfAccount(userId));
}

/** The key in this tab's session storage of the drop that a visitor wants to like. */
const VISITORS_LIKE = 'undertone:visitors-like';

/** Remembers the last like of a visitor until somebody signs in in this tab, or the tab is closed. */
export function rememberVisitorsLike(dropId: string): void {
  writeTabItem(VISITORS_LIKE, dropId);
}

/** Queues the like that was pressed in this tab before the account signed in, once. */
export async function queueVisitorsLike(userId: string): Promise<void> {
  const targetId = readTabItem(VISITORS_LIKE);
  if (targetId === null) return;
  // Removed first: a later visit must not repeat a like that the person may have taken back.
  writeTabItem(VISITORS_LIKE, null);
  const like = { userId, kind: 'like', targetId, wanted: 'on', id: randomUuid() } as const;
  await (await database()).put('changes', like);
}

/** Removes a change, unless a later one has replaced it. */
export async function removeQueuedChange(change: QueuedChange): Promise<void> {
  const transaction = (await database()).transaction('changes', 'readwrite');
  const current = await transaction.store.get(keyOf(change));
  if (current?.id === change.id) await transaction.store.delete(keyOf(change));
  await transaction.done;
}

/** Deletes the queued changes of an account. */
export async function removeQueuedChangesOf(userId: string): Promise<void> {
  await (await database()).delete('changes', keysOfAccount(userId));
}

/** Deletes the queued changes of all accounts that are not signed in. */
export async function removeAbsentQueuedChanges(
  isSignedIn: (userId: string) => boolean,
): Promise<void> {
  const keys = await (await database()).getAllKeys('changes');
  for (const userId of absentAccounts(keys, isSignedIn)) await removeQueuedChangesOf(userId);
}
