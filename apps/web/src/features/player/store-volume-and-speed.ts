import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
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
  const stored = Number(readLocalItem(SPEED_KEY));
  const speed = SPEEDS.find((each) => each === stored);
  if (speed !== undefined) player.setSpeed(speed);
  let last = player.getState();
  return player.subscribe(() => {
    const before = last;
    last = player.getState();
    if (last.speed !== before.speed) writeLocalItem(SPEED_KEY, String(last.speed));
    if (last.volume !== before.volume) writeLocalItem(VOLUME_KEY, String(last.volume));
  });
}
