import { accountKey } from './account-local-storage.ts';
import { readLocalItem, writeLocalItem } from './local-item.ts';

/*
 * The setting of an account on this device that drops are kept to be played offline; off by default. It is removed
 * with what is kept, when the account is not signed in any more.
 */

const changes = new EventTarget();

export const keepsDrops = (userId: string): boolean =>
  readLocalItem(accountKey('keeps-drops', userId)) !== null;

export function setKeepsDrops(userId: string, isOn: boolean): void {
  writeLocalItem(accountKey('keeps-drops', userId), isOn ? 'yes' : null);
  changes.dispatchEvent(new Event('change'));
}

/** Calls `notify` when this page changes the setting. @returns a function that unsubscribes */
export function onKeepsDropsChange(notify: () => void): () => void {
  changes.addEventListener('change', notify);
  return () => changes.removeEventListener('change', notify);
}
