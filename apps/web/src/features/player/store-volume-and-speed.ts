import { logFailure } from '#lib/log.ts';
import type { Player } from './player.ts';
import { SPEEDS } from './speed.ts';
import { VOLUME_KEY } from './stored-volume.ts';

const SPEED_KEY = 'undertone:speed';

/**
 * Sets the speed of the previous visit on this device, and stores changes of speed and volume for the next.
 *
 * @returns a function that stops storing
 */
export function storeVolumeAndSpeed(player: Player): () => void {
  const stored = readSpeed();
  if (stored !== undefined) player.setSpeed(stored);
  let last = player.getState();
  return player.subscribe(() => {
    const before = last;
    last = player.getState();
    if (last.speed !== before.speed) store(SPEED_KEY, last.speed);
    if (last.volume !== before.volume) store(VOLUME_KEY, last.volume);
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
    logFailure('The speed or volume could not be stored for the next visit.', cause);
  }
}
