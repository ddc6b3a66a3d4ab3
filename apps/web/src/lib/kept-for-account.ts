import { logFailure } from './log.ts';

/** What this device keeps for an account alone, until another one, or nobody, is signed in. */
type Kept = 'places' | 'searches' | 'heard';

const prefixOf = (kept: Kept) => `undertone:${kept}/`;
const prefixes = [prefixOf('places'), prefixOf('searches'), prefixOf('heard')];

/** The key of local storage. @param account its id; undefined for a visitor */
export const keptKey = (kept: Kept, account: string | undefined): string =>
  `${prefixOf(kept)}${account ?? ''}`;

/** Removes from this device what it keeps for all other accounts, which have signed out. */
export function forgetOtherAccounts(account: string | undefined): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const prefix = prefixes.find((one) => key.startsWith(one));
      if (prefix !== undefined && key !== `${prefix}${account ?? ''}`) localStorage.removeItem(key);
    }
  } catch (cause) {
    logFailure('What was kept for another account could not be removed.', cause);
  }
}
