import { logFailure } from './log.ts';

/** What local storage has for one account alone, until another account, or none, is signed in. */
const items = ['places', 'searches', 'finished', 'filter-notice'] as const;
type AccountItem = (typeof items)[number];

const prefixOf = (item: AccountItem) => `undertone:${item}/`;
const prefixes = items.map(prefixOf);

/** The key of an account's item in local storage. @param account its id; undefined for a visitor */
export const accountKey = (item: AccountItem, account: string | undefined): string =>
  `${prefixOf(item)}${account ?? ''}`;

/** Removes the items of all other accounts, which have signed out. */
export function removeOtherAccounts(account: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const prefix = prefixes.find((one) => key.startsWith(one));
      if (prefix !== undefined && key !== `${prefix}${account ?? ''}`) localStorage.removeItem(key);
    }
  } catch (cause) {
    logFailure('The stored items of another account could not be removed.', cause);
  }
}
