import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** How many positions are stored. The oldest are removed first. */
const MAX_POSITIONS = 200;

/** A position this close to the start or the end is not stored, in seconds. */
const MARGIN_SECONDS = 2;

/** How much is repeated when a drop continues, in seconds. */
const OVERLAP_SECONDS = 1;

/** Drops' ids with a listener's positions in them, in seconds; the oldest first. */
const readPositions = (listener: string | undefined): URLSearchParams =>
  new URLSearchParams(readLocalItem(accountKey('places', listener)) ?? '');

/**
 * The position from which a drop continues.
 *
 * @returns seconds from its start; 0 for a drop without a stored position
 */
export function resumePosition(listener: string | undefined, dropId: string): number {
  const stored = Number(readPositions(listener).get(dropId));
  return stored > OVERLAP_SECONDS ? stored - OVERLAP_SECONDS : 0;
}

/**
 * Stores a listener's position in a drop on this device. Near the start or the end of the drop, the
 * stored position is removed.
 *
 * @param listener an account's id; undefined for a visitor
 * @param position seconds
 * @param duration seconds
 */
export function storePosition(
  listener: string | undefined,
  dropId: string,
  position: number,
  duration: number,
): void {
  const positions = readPositions(listener);
  const had = positions.has(dropId);
  const inMiddle = position >= MARGIN_SECONDS && position <= duration - MARGIN_SECONDS;
  if (!had && !inMiddle) return;
  positions.delete(dropId);
  if (inMiddle) positions.append(dropId, position.toFixed(1));
  const latest = new URLSearchParams([...positions].slice(-MAX_POSITIONS));
  writeLocalItem(accountKey('places', listener), latest.toString());
}
