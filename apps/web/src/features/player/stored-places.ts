import { logFailure } from '#lib/log.ts';

/** How many drops a place is kept of. The oldest are dropped first. */
const MAX_PLACES = 200;

/** A place this close to the start or the end is not in the middle, in seconds. */
const MARGIN_SECONDS = 2;

/** How much of what was heard last is played again, in seconds. */
const OVERLAP_SECONDS = 1;

const PREFIX = 'undertone:places/';

/** The key of a listener's places. @param listener an account's id; undefined for a visitor */
const keyOf = (listener: string | undefined) => `${PREFIX}${listener ?? ''}`;

/** Drops' ids with positions in seconds, the oldest first. */
function read(listener: string | undefined): URLSearchParams {
  try {
    return new URLSearchParams(localStorage.getItem(keyOf(listener)) ?? '');
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
  const place = Number(read(listener).get(dropId) ?? 0);
  return Number.isFinite(place) ? Math.max(0, place - OVERLAP_SECONDS) : 0;
}

/**
 * Keeps the place at which a drop was left, on this device. A drop that is left near its start or its
 * end is forgotten.
 *
 * @param position seconds
 * @param duration seconds
 */
export function storePlace(
  listener: string | undefined,
  dropId: string,
  position: number,
  duration: number,
): void {
  const places = read(listener);
  const had = places.has(dropId);
  const inMiddle = position >= MARGIN_SECONDS && position <= duration - MARGIN_SECONDS;
  if (!had && !inMiddle) return;
  places.delete(dropId);
  if (inMiddle) places.append(dropId, position.toFixed(1));
  const latest = [...places].slice(-MAX_PLACES);
  try {
    localStorage.setItem(keyOf(listener), new URLSearchParams(latest).toString());
  } catch (cause) {
    logFailure('The place in a drop could not be kept.', cause);
  }
}

/** Removes the places of all other listeners from this device, who have signed out. */
export function forgetPlacesOfOthers(listener: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== keyOf(listener)) localStorage.removeItem(key);
    }
  } catch (cause) {
    logFailure('The places in drops could not be removed.', cause);
  }
}
