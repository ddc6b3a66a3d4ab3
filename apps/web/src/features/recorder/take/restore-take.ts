import { holdTake, releaseTake } from './take-lock.ts';
import { deleteTake, listTakes, readRecording, type Take } from './take-store.ts';

export interface KeptTake {
  take: Take;
  /** What was recorded of it. */
  audio: Blob;
}

/** One search at a time: two at once would each see the other's hold and find nothing. */
let searching: Promise<unknown> = Promise.resolve();

/**
 * Finds the newest take of an account that no other tab is working on, and
 * takes hold of it. Takes in which nothing was recorded are cleared away.
 *
 * @returns null when there is none, or once the signal has aborted
 */
export function claimTake(userId: string, signal: AbortSignal): Promise<KeptTake | null> {
  const search = searching.then(() => findTake(userId, signal));
  searching = search.catch(() => {});
  return search;
}

async function findTake(userId: string, signal: AbortSignal): Promise<KeptTake | null> {
  for (const take of await listTakes(userId)) {
    if (!(await holdTake(take.id))) continue;
    const audio = await readRecording(take);
    if (audio.size > 0 && !signal.aborted) return { take, audio };
    if (audio.size === 0) await deleteTake(take.id);
    releaseTake(take.id);
  }
  return null;
}
