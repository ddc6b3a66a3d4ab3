import { accountKey } from '#lib/account-local-storage.ts';
import { logFailure } from '#lib/log.ts';

const MAX_SEARCHES = 8;

/** What an account has searched for on this device, the latest first. Never sent anywhere. */
export function recentSearches(account: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(accountKey('searches', account)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((words) => typeof words === 'string') : [];
  } catch (cause) {
    logFailure('The recent searches could not be read.', cause);
    return [];
  }
}

function keep(account: string, searches: string[]): void {
  try {
    const key = accountKey('searches', account);
    if (searches.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(searches.slice(0, MAX_SEARCHES)));
  } catch (cause) {
    logFailure('The recent searches could not be kept.', cause);
  }
}

const others = (account: string, words: string) =>
  recentSearches(account).filter((known) => known.toLowerCase() !== words.toLowerCase());

/** Keeps a search as the latest; the eight latest stay. */
export function rememberSearch(account: string, words: string): void {
  if (words !== '') keep(account, [words, ...others(account, words)]);
}

export function forgetSearch(account: string, words: string): void {
  keep(account, others(account, words));
}

export function forgetAllSearches(account: string): void {
  keep(account, []);
}
