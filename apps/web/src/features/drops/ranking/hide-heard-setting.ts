import { logFailure } from '#lib/log.ts';

const KEY = 'undertone:leave-out-heard';

/** Whether the ranked lists on this device hide drops that were played to the end; false by default. */
export function isHeardHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch (cause) {
    logFailure('The setting that hides played drops could not be read.', cause);
    return false;
  }
}

export function storeHeardHidden(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch (cause) {
    logFailure('The setting that hides played drops could not be stored.', cause);
  }
}
