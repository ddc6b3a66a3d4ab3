import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** How many drops are stored. The oldest are removed first. */
const MAX_FINISHED = 2000;

/**
 * The ids of the drops that a listener has played to the end on this device, the oldest first.
 *
 * @param listener an account's id
 */
export function readFinishedDrops(listener: string): ReadonlySet<string> {
  return new Set(readLocalItem(accountKey('finished', listener))?.split(' '));
}

/** Stores that a listener has played a drop to the end, on this device only. */
export function storeFinishedDrop(listener: string, dropId: string): void {
  const others = [...readFinishedDrops(listener)].filter((id) => id !== dropId);
  const latest = [...others, dropId].slice(-MAX_FINISHED);
  writeLocalItem(accountKey('finished', listener), latest.join(' '));
}
