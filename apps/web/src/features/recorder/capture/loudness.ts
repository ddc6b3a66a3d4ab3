/** Below this nothing is to be seen: the hum of a quiet room. In decibels of full scale. */
const FLOOR = -50;

/** A magnitude as the ear takes it: 0 for a quiet room, 1 for full scale. */
export function loudness(magnitude: number): number {
  if (magnitude <= 0) return 0;
  const decibels = 20 * Math.log10(magnitude);
  return Math.min(1, Math.max(0, 1 - decibels / FLOOR));
}
