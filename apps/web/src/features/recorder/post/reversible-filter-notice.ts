import { logFailure } from '#lib/log.ts';

const storageKey = (userId: string) => `undertone:told-of-undoing/${userId}`;

/** Whether an account has seen on this device the notice that most filters can be reversed. */
export function hasSeenReversibleFilterNotice(userId: string): boolean {
  try {
    return localStorage.getItem(storageKey(userId)) !== null;
  } catch (cause) {
    logFailure('Whether an account has seen the notice about filters could not be read.', cause);
    return false;
  }
}

/** Stores that an account has seen the notice, which is then not shown again on this device. */
export function markReversibleFilterNoticeSeen(userId: string): void {
  try {
    localStorage.setItem(storageKey(userId), 'yes');
  } catch (cause) {
    logFailure('Whether an account has seen the notice about filters could not be stored.', cause);
  }
}
