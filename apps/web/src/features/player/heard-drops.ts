import { accountKey } from '#lib/account-local-storage.ts';
import { logFailure } from '#lib/log.ts';

/** How many drops are known. The oldest are dropped first. */
const MAX_HEARD = 2000;

/**
 * The ids of the drops that a listener has heard to the end on this device, the oldest first.
 *
 * @param listener an account's id
 */
export function readHeardDrops(listener: string): ReadonlySet<string> {
  try {
    return new Set(localStorage.getItem(accountKey('heard', listener))?.split(' '));
  } catch (cause) {
    logFailure('The heard drops could not be read.', cause);
    return new Set();
  }
}

/** Keeps on this device alone that a listener has heard a drop to the end. */
export function storeHeardDrop(listener: string, dropId: string): void {
  const heard = [...readHeardDrops(listener)].filter((id) => id !== dropId);
  const latest = [...heard, dropId].slice(-MAX_HEARD);
  try {
    localStorage.setItem(accountKey('heard', listener), latest.join(' '));
  } catch (cause) {
    logFailure('That a drop was heard could not be kept.', cause);
  }
}
