import { logFailure } from '#lib/log.ts';

const STORAGE_KEY = 'undertone:letter-keys';

/** Whether single letters and signs are shortcuts on this device, as they are at first. */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch (cause) {
    logFailure('The choice of shortcuts could not be read.', cause);
    return true;
  }
}

/** Switches single letters and signs on or off as shortcuts, in all tabs of this device. */
export function setLetterKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch (cause) {
    logFailure('The choice of shortcuts could not be kept.', cause);
  }
}
