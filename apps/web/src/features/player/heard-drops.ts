import { logFailure } from '#lib/log.ts';

/** How many drops are known. The oldest are dropped first. */
const MAX_HEARD = 2000;

/** The prefix of the keys of heard drops in the device's storage. */
const HEARD = 'undertone:heard/';

/** The key of a listener's heard drops. @param listener an account's id */
const heardKey = (listener: string) => `${HEARD}${listener}`;

/** The ids of the drops that a listener has heard to the end on this device, the oldest first. */
export function readHeardDrops(listener: string): ReadonlySet<string> {
  try {
    return new Set(localStorage.getItem(heardKey(listener))?.split(' '));
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
    localStorage.setItem(heardKey(listener), latest.join(' '));
  } catch (cause) {
    logFailure('That a drop was heard could not be kept.', cause);
  }
}

/** Removes what all other listeners have heard from this device, who have signed out. */
export function forgetHeardOfOthers(listener: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(HEARD) && (listener === undefined || key !== heardKey(listener))) {
        localStorage.removeItem(key);
      }
    }
  } catch (cause) {
    logFailure('The heard drops could not be removed.', cause);
  }
}
