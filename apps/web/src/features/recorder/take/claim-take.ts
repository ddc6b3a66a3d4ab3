import { lockTake, unlockTake } from './take-lock.ts';
import { isWaiting } from '#features/recorder/post/take-post.ts';
import { deleteTake, listTakes, readRecording, readTake, type Take } from './take-store.ts';

interface StoredTake {
  take: Take;
  /** All chunks recorded so far, as one file. */
  audio: Blob;
}

/** The last search, which the next one awaits: two at once would find each other's locks and return nothing. */
let searching: Promise<unknown> = Promise.resolve();

/**
 * Finds and locks the newest take of an account that its owner is to work on: no other tab has locked
 * it, it is not discarded, and it does not wait to be posted. Takes without any audio are deleted.
 *
 * @returns null when there is no such take, or once the signal has aborted
 */
export function claimTake(userId: string, signal: AbortSignal): Promise<StoredTake | null> {
  const search = searching.then(() => findTake(userId, signal));
  searching = search.catch(() => {});
  return search;
}

async function findTake(userId: string, signal: AbortSignal): Promise<StoredTake | null> {
  for (const { id } of await listTakes(userId)) {
    if (!(await lockTake(id))) continue;
    // Read again: the take may have been posted while its lock was awaited.
    const take = await readTake(id);
    const isOffered = take && !take.discardedAt && !isWaiting(take);
    const audio = isOffered ? await readRecording(take) : null;
    if (isOffered && audio && audio.size > 0 && !signal.aborted) return { take, audio };
    if (audio?.size === 0) await deleteTake(id);
    unlockTake(id);
  }
  return null;
}
