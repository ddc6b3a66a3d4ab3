interface Measured {
  height: number;
  width: number | undefined;
}

/** Heights that are kept. Those that have not been measured for the longest time go first. */
const KEPT = 2000;

/** Of all lists, so that one that is opened again stands as it did, and scrolls back to where it was. */
const measured = new Map<string, Measured>();

/** Keeps the height of a row in a list of that width, both in CSS pixels. */
export function remember(key: string, height: number, width: number | undefined): void {
  measured.delete(key);
  measured.set(key, { height, width });
  const [oldest] = measured.keys();
  if (measured.size > KEPT && oldest !== undefined) measured.delete(oldest);
}

/**
 * The heights of rows. One that has not been measured at this width is taken to
 * be as high as the others are on average.
 *
 * @param estimate for when none has been measured
 */
export function remembered(
  keys: readonly string[],
  width: number | undefined,
  estimate: number,
): number[] {
  const known = keys.map((key) => {
    const row = measured.get(key);
    return row && (width === undefined || row.width === width) ? row.height : undefined;
  });
  let sum = 0;
  let count = 0;
  for (const height of known) {
    if (height === undefined) continue;
    sum += height;
    count += 1;
  }
  const average = count > 0 ? sum / count : estimate;
  return known.map((height) => height ?? average);
}
