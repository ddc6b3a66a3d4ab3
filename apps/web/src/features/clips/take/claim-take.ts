import type { TakePurpose } from './take-purpose.ts';
import { lockTake, unlockTake } from './take-lock.ts';
import {
  deleteTake,
  hasAudio,
  isWaiting,
  listCurrentTakes,
  readSegments,
  readTake,
  type Take,
} from './take-store.ts';

/** A take that is stored on this device, with its audio. */
export interface StoredTake {
  take: Take;
  /** What is recorded so far, as one file for each segment. */
  recordings: Blob[];
}

/** The last search. The next one awaits it, because two at once would find each other's locks. */
let searching: Promise<unknown> = Promise.resolve();

/**
 * Finds and locks the newest take of an account and a purpose that can be shown in its recorder: it is not locked by
 * another tab, not discarded, and not waiting to be posted. Takes without audio are deleted.
 *
 * @returns null when there is no such take, or when the signal has aborted
 */
export function claimTake(
  userId: string,
  purpose: TakePurpose,
  signal: AbortSignal,
): Promise<StoredTake | null> {
  const search = searching.then(() => findTake(userId, purpose, signal));
  searching = search.catch(() => {});
  return search;
}

async function findTake(
  userId: string,
  purpose: TakePurpose,
  signal: AbortSignal,
): Promise<StoredTake | null> {
  for (const { id } of await listCurrentTakes(userId, purpose)) {
    if (!(await lockTake(id))) continue;
    // The take is read again, because it may have been posted while its lock was awaited.
    const take = await readTake(id);
    const isOffered = take && !take.discardedAt && !isWaiting(take);
    const isEmpty = isOffered && !(await hasAudio(take));
    if (isOffered && !isEmpty) {
      const recordings = await readSegments(take);
      if (!signal.aborted) return { take, recordings };
    }
    if (isEmpty) await deleteTake(id);
    unlockTake(id);
  }
  return null;
}
