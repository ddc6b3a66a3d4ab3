import type { PlayerState } from './player-reducer.ts';

/** Played share of the track in percent, 0 to 100. */
export function progressPercent({
  position,
  duration,
}: Pick<PlayerState, 'position' | 'duration'>): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
}
