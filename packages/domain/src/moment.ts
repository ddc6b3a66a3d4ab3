/**
 * Reads the second in a voice drop to which a link leads (`?t=12`).
 *
 * @param value a text, or the number that a router has read from it
 * @returns whole seconds from the start; undefined for the start and for anything that is not a whole number
 */
export function readMoment(value: unknown): number | undefined {
  const seconds = Number(value);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined;
}
