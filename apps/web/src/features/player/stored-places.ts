import { logFailure } from '#lib/log.ts';

/** How much of what was heard last is played again, in seconds. */
const OVERLAP_SECONDS = 1;

/** The prefix of the keys of places in the device's storage. */
export const PLACES = 'undertone:places/';

/** The key of a listener's places. @param listener an account's id; undefined for a visitor */
export const placesKey = (listener: string | undefined) => `${PLACES}${listener ?? ''}`;

/** Drops' ids with the positions at which a listener has left them, in seconds; the oldest first. */
export function readPlaces(listener: string | undefined): URLSearchParams {
  try {
    return new URLSearchParams(localStorage.getItem(placesKey(listener)) ?? '');
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
