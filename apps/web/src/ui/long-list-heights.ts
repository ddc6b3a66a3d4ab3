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

/** The height of a row, if it has been measured at this width; at any, before the width is known. */
export function remembered(key: string, width: number | undefined): number | undefined {
  const row = measured.get(key);
  return row && (width === undefined || row.width === width) ? row.height : undefined;
}

/** Whether a row was ever measured: else there is no place in a list to come back to. */
export const isAnythingRemembered = (): boolean => measured.size > 0;
