import { accountKey } from '#lib/account-local-storage.ts';
import { logFailure } from '#lib/log.ts';

/** How many drops a place is kept of. The oldest are dropped first. */
const MAX_PLACES = 200;

/** A place this close to the start or the end is not in the middle, in seconds. */
const MARGIN_SECONDS = 2;

/** How much of what was heard last is played again, in seconds. */
const OVERLAP_SECONDS = 1;

/** Drops' ids with the positions at which a listener has left them, in seconds; the oldest first. */
function readPlaces(listener: string | undefined): URLSearchParams {
  try {
    return new URLSearchParams(localStorage.getItem(accountKey('places', listener)) ?? '');
  } catch (cause) {
    logFailure('The places in drops could not be read.', cause);
    return new URLSearchParams();
  }
}

/**
 * Where a drop goes on that was left in the middle.
 *
 * @returns seconds from its start; 0 for a drop that was not left in the middle
 */
export function resumePoint(listener: string | undefined, dropId: string): number {
  const place = Number(readPlaces(listener).get(dropId));
  return place > OVERLAP_SECONDS ? place - OVERLAP_SECONDS : 0;
}

/**
 * Keeps the place at which a drop was left, on this device. A drop that is left near its start or its
 * end is forgotten.
 *
 * @param listener an account's id; undefined for a visitor
 * @param position seconds
 * @param duration seconds
 */
export function storePlace(
  listener: string | undefined,
  dropId: string,
  position: number,
  duration: number,
): void {
  const places = readPlaces(listener);
  const had = places.has(dropId);
  const inMiddle = position >= MARGIN_SECONDS && position <= duration - MARGIN_SECONDS;
  if (!had && !inMiddle) return;
  places.delete(dropId);
  if (inMiddle) places.append(dropId, position.toFixed(1));
  const latest = new URLSearchParams([...places].slice(-MAX_PLACES));
  try {
    localStorage.setItem(accountKey('places', listener), latest.toString());
  } catch (cause) {
    logFailure('The place in a drop could not be kept.', cause);
  }
}
