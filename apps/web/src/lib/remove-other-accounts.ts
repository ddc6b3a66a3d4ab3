import { accountItemPrefix, type AccountItem } from './account-local-storage.ts';
import { logFailure } from './log.ts';

const items: Record<AccountItem, true> = {
  places: true,
  queue: true,
  searches: true,
  finished: true,
  'voice-notice': true,
  'last-filter': true,
  'last-reply-filter': true,
  'last-message-filter': true,
  'veil-seeds': true,
  'first-steps': true,
  unposted: true,
  profile: true,
  'keeps-drops': true,
  push: true,
};
const prefixes = Object.keys(items).map(accountItemPrefix);

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
