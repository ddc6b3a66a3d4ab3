import { logFailure } from '#lib/log.ts';

const KEY = 'undertone:leave-out-heard';

/** Whether the ranked lists on this device leave out what was heard; initially not. */
export function leavesOutHeard(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch (cause) {
    logFailure('Whether heard drops are left out could not be read.', cause);
    return false;
  }
}

export function storeLeavesOutHeard(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch (cause) {
    logFailure('Whether heard drops are left out could not be kept.', cause);
  }
}
