import { readLocalItem } from '#lib/local-item.ts';

/** Volume on a first visit, 0 to 100. */
const DEFAULT_VOLUME = 75;

export const VOLUME_KEY = 'undertone:volume';

/** The volume of the previous visit, 0 to 100. */
export function readStoredVolume(): number {
  const volume = Number(readLocalItem(VOLUME_KEY) ?? Number.NaN);
  return volume >= 0 && volume <= 100 ? volume : DEFAULT_VOLUME;
}
