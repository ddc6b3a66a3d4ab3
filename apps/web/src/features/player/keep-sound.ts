import { logFailure } from '#lib/log.ts';
import type { Player } from './player.ts';
import { SPEEDS } from './speed.ts';
import { VOLUME_KEY } from './stored-volume.ts';

const SPEED_KEY = 'undertone:speed';

/**
 * Plays at the speed of the previous visit on this device, and keeps speed and volume for the next one.
 *
 * @returns a function that ends this
 */
export function keepSound(player: Player): () => void {
  const stored = readSpeed();
  if (stored !== undefined) player.setSpeed(stored);
  let kept = player.getState();
  return player.subscribe(() => {
    const before = kept;
    kept = player.getState();
    if (kept.speed !== before.speed) store(SPEED_KEY, kept.speed);
    if (kept.volume !== before.volume) store(VOLUME_KEY, kept.volume);
  });
}

function readSpeed(): number | undefined {
  try {
    const stored = Number(localStorage.getItem(SPEED_KEY));
    return SPEEDS.find((speed) => speed === stored);
  } catch (cause) {
    logFailure('The speed could not be read.', cause);
    return undefined;
  }
}

function store(key: string, value: number): void {
  try {
    localStorage.setItem(key, String(value));
  } catch (cause) {
    logFailure('Speed or volume could not be kept for the next visit.', cause);
  }
}
