import { logFailure } from '#lib/log.ts';
import { PLACES, placesKey, readPlaces } from './stored-places.ts';

/** How many drops a place is kept of. The oldest are dropped first. */
const MAX_PLACES = 200;

/** A place this close to the start or the end is not in the middle, in seconds. */
const MARGIN_SECONDS = 2;

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
    localStorage.setItem(placesKey(listener), latest.toString());
  } catch (cause) {
    logFailure('The place in a drop could not be kept.', cause);
  }
}

/** Removes the places of all other listeners from this device, who have signed out. */
export function forgetPlacesOfOthers(listener: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PLACES) && key !== placesKey(listener)) localStorage.removeItem(key);
    }
  } catch (cause) {
    logFailure('The places in drops could not be removed.', cause);
  }
}
