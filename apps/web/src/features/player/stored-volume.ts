import { logFailure } from '#lib/log.ts';

/** Volume on a first visit, 0 to 100. */
const DEFAULT_VOLUME = 75;

export const VOLUME_KEY = 'undertone:volume';

/** The volume of the previous visit, 0 to 100. */
export function readStoredVolume(): number {
  try {
    const stored = localStorage.getItem(VOLUME_KEY);
    const volume = Number(stored ?? Number.NaN);
    if (volume >= 0 && volume <= 100) return volume;
  } catch (cause) {
    logFailure('The volume could not be read.', cause);
  }
  return DEFAULT_VOLUME;
}
