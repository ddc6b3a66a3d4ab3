/** The speeds to choose from, as multiples of the recording's speed. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** A speed as text, e.g. '1.25×'. */
export function speedLabel(speed: number): string {
  return `${speed}×`;
}

/** The next faster (1) or slower (-1) speed; the same speed at either end. */
export function adjacentSpeed(speed: number, by: 1 | -1): number {
  return SPEEDS[SPEEDS.findIndex((each) => each === speed) + by] ?? speed;
}
