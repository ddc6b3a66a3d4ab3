import { lockTake, unlockTake } from './take-lock.ts';
import { deleteTake, listTakes, readRecording, type Take } from './take-store.ts';

interface StoredTake {
  take: Take;
  /** All chunks recorded so far, as one file. */
  audio: Blob;
}

/** The last search, which the next one awaits: two at once would find each other's locks and return nothing. */
let searching: Promise<unknown> = Promise.resolve();

/**
 * Finds and locks the newest take of an account that no other tab has locked. Takes without any audio
 * are deleted.
 *
 * @returns null when there is no such take, or once the signal has aborted
 */
export function claimTake(userId: string, signal: AbortSignal): Promise<StoredTake | null> {
  const search = searching.then(() => findTake(userId, signal));
  searching = search.catch(() => {});
  return search;
}

async function findTake(userId: string, signal: AbortSignal): Promise<StoredTake | null> {
  for (const take of await listTakes(userId)) {
    if (!(await lockTake(take.id))) continue;
    const audio = await readRecording(take);
    if (audio.size > 0 && !signal.aborted) return { take, audio };
    if (audio.size === 0) await deleteTake(take.id);
    unlockTake(take.id);
  }
  return null;
}
