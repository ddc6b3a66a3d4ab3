import { accountKey } from '#lib/account-local-storage.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';

const MAX_SEARCHES = 8;

/** What an account has searched for on this device, the latest first. Never sent anywhere. */
export function recentSearches(account: string): string[] {
  try {
    const stored: unknown = JSON.parse(readLocalItem(accountKey('searches', account)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((words) => typeof words === 'string') : [];
  } catch (cause) {
    logFailure('The stored searches are not valid.', cause);
    return [];
  }
}

function store(account: string, searches: string[]): void {
  const latest = searches.slice(0, MAX_SEARCHES);
  writeLocalItem(
    accountKey('searches', account),
    latest.length > 0 ? JSON.stringify(latest) : null,
  );
}

const others = (account: string, words: string) =>
  recentSearches(account).filter((known) => known.toLowerCase() !== words.toLowerCase());

/** Keeps a search as the latest; the eight latest stay. */
export function rememberSearch(account: string, words: string): void {
  if (words !== '') store(account, [words, ...others(account, words)]);
}

export function forgetSearch(account: string, words: string): void {
  store(account, others(account, words));
}

export function forgetAllSearches(account: string): void {
  store(account, []);
}
