import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** Whether an account has seen on this device the notice that most filters can be reversed. */
export const hasSeenReversibleFilterNotice = (userId: string): boolean =>
  readLocalItem(accountKey('told-of-undoing', userId)) !== null;

/** Stores that an account has seen the notice, which is then not shown again on this device. */
export const markReversibleFilterNoticeSeen = (userId: string): void =>
  writeLocalItem(accountKey('told-of-undoing', userId), 'yes');
