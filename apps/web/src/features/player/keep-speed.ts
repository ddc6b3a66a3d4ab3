import { logFailure } from '#lib/log.ts';
import type { Player } from './player.ts';
import { SPEEDS } from './speed.ts';

const STORAGE_KEY = 'undertone:speed';

/**
 * Plays at the speed of the previous visit on this device, and keeps the speed for the next one.
 *
 * @returns a function that ends this
 */
export function keepSpeed(player: Player): () => void {
  const stored = readSpeed();
  if (stored !== undefined) player.setSpeed(stored);
  let kept = player.getState().speed;
  return player.subscribe(() => {
    const { speed } = player.getState();
    if (speed === kept) return;
    kept = speed;
    storeSpeed(speed);
  });
}

function readSpeed(): number | undefined {
  try {
    const stored = Number(localStorage.getItem(STORAGE_KEY));
    return SPEEDS.find((speed) => speed === stored);
  } catch (cause) {
    logFailure('The speed could not be read.', cause);
    return undefined;
  }
}

function storeSpeed(speed: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(speed));
  } catch (cause) {
    logFailure('The speed could not be kept for the next visit.', cause);
  }
}
