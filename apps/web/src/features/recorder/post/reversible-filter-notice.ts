import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';

/** Removed with the account's other items (`lib/account-local-storage.ts`), whose file the recorder need not load. */
const storageKey = (userId: string) => `undertone:filter-notice/${userId}`;

/** Whether an account has seen on this device the notice that most filters can be reversed. */
export const hasSeenReversibleFilterNotice = (userId: string): boolean =>
  readLocalItem(storageKey(userId)) !== null;

/** Stores that an account has seen the notice, which is then not shown again on this device. */
export const markReversibleFilterNoticeSeen = (userId: string): void =>
  writeLocalItem(storageKey(userId), 'yes');
