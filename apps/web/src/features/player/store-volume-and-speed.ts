import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import type { Player } from './player.ts';
import { SPEEDS } from './speed.ts';
import { VOLUME_KEY } from './stored-volume.ts';
import type { Track } from './track.ts';

const SPEED_KEY = 'undertone:speed';

/** Evidence has a speed of its own, so that work at the desk does not change how staff listen otherwise. */
const speedKind = (track: Track | undefined) => (track?.kind === 'evidence' ? 'evidence' : 'own');

/**
 * Sets the speed of the previous visit on this device, and stores changes of speed and volume for the next. The speed
 * of evidence is not stored.
 *
 * @returns a function that stops storing
 */
export function storeVolumeAndSpeed(player: Player): () => void {
  const stored = Number(readLocalItem(SPEED_KEY));
  const { track, speed } = player.getState();
  const speeds = { own: SPEEDS.find((each) => each === stored) ?? speed, evidence: 1 };
  player.setSpeed(speeds[speedKind(track)]);
  let last = player.getState();
  return player.subscribe(() => {
    const before = last;
    last = player.getState();
    const kind = speedKind(last.track);
    if (kind !== speedKind(before.track)) {
      player.setSpeed(speeds[kind]);
    } else if (last.speed !== before.speed) {
      speeds[kind] = last.speed;
      if (kind === 'own') writeLocalItem(SPEED_KEY, String(last.speed));
    }
    if (last.volume !== before.volume) writeLocalItem(VOLUME_KEY, String(last.volume));
  });
}
