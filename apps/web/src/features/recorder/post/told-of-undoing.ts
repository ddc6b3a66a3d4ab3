import { logFailure } from '#lib/log.ts';

/** The key under which it is noted on this device that an account was told. */
const toldKey = (userId: string) => `undertone:told-of-undoing/${userId}`;

/** Whether an account was told on this device that most filters can be undone. */
export function wasToldOfUndoing(userId: string): boolean {
  try {
    return localStorage.getItem(toldKey(userId)) !== null;
  } catch (cause) {
    logFailure('What an account was told could not be read.', cause);
    return false;
  }
}

/** Notes that an account was told, which is not told again on this device. */
export function noteToldOfUndoing(userId: string): void {
  try {
    localStorage.setItem(toldKey(userId), 'yes');
  } catch (cause) {
    logFailure('What an account was told could not be kept.', cause);
  }
}
