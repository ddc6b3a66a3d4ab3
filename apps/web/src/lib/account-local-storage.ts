/** What local storage has for one account alone, until another account, or none, is signed in. */
export type AccountItem =
  | 'places'
  | 'queue'
  | 'searches'
  | 'finished'
  | 'voice-notice'
  | 'last-filter'
  | 'last-reply-filter'
  | 'last-message-filter'
  | 'veil-seeds'
  | 'first-steps'
  | 'unposted'
  | 'profile'
  | 'keeps-drops'
  | 'push';

/** What the keys of an item begin with, for all accounts. */
export const accountItemPrefix = (item: string): string => `undertone:${item}/`;

/** The key of an account's item in local storage. @param account its id; undefined for a visitor */
export const accountKey = (item: AccountItem, account: string | undefined): string =>
  `${accountItemPrefix(item)}${account ?? ''}`;
