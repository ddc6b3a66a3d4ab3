import { logFailure } from '#lib/log.ts';

/** The speeds that a person can choose, as times the speed at which a drop was recorded. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const DEFAULT_SPEED = 1;

const STORAGE_KEY = 'undertone:speed';

/** A speed as text, e.g. '1.25×'. */
export function speedLabel(speed: number): string {
  return `${speed}×`;
}

/** The speed that is `by` steps faster, or slower for a negative number; the last one at either end. */
export function speedBeside(speed: number, by: 1 | -1): number {
  const index = SPEEDS.findIndex((each) => each >= speed);
  const from = index === -1 ? SPEEDS.length - 1 : index;
  return SPEEDS[from + by] ?? SPEEDS[from] ?? DEFAULT_SPEED;
}

/** The speed of the previous visit on this device. */
export function readStoredSpeed(): number {
  try {
    const stored = Number(localStorage.getItem(STORAGE_KEY));
    return SPEEDS.find((speed) => speed === stored) ?? DEFAULT_SPEED;
  } catch (cause) {
    logFailure('The speed could not be read.', cause);
    return DEFAULT_SPEED;
  }
}

/** Stores the speed for the next visit on this device. */
export function storeSpeed(speed: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(speed));
  } catch (cause) {
    logFailure('The speed could not be kept for the next visit.', cause);
  }
}
