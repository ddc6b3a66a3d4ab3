import { beforeEach, expect, it, vi } from 'vitest';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import {
  forgetAllSearches,
  forgetSearch,
  recentSearches,
  rememberSearch,
} from './recent-searches.ts';

beforeEach(() => localStorage.clear());

it('the eight latest searches are kept, each once, the latest first', () => {
  for (let index = 1; index <= 9; index++) rememberSearch('mira', `search ${index}`);
  rememberSearch('mira', 'SEARCH 4');
  rememberSearch('mira', '');
  expect(recentSearches('mira')).toEqual([
    'SEARCH 4',
    ...[9, 8, 7, 6, 5, 3, 2].map((index) => `search ${index}`),
  ]);
});

it('one is forgotten, or all', () => {
  for (const words of ['rain', 'night', 'sea']) rememberSearch('mira', words);
  forgetSearch('mira', 'night');
  expect(recentSearches('mira')).toEqual(['sea', 'rain']);
  forgetAllSearches('mira');
  expect(recentSearches('mira')).toEqual([]);
});

it('recent searches belong to one account, and are removed when another account or none is signed in', () => {
  rememberSearch('mira', 'rain');
  rememberSearch('noor', 'night');
  removeOtherAccounts('noor');
  expect([recentSearches('mira'), recentSearches('noor')]).toEqual([[], ['night']]);
  removeOtherAccounts(undefined);
  expect(recentSearches('noor')).toEqual([]);
});

it('a stored value that is no list of searches is ignored', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  localStorage.setItem('undertone:searches/mira', '{');
  expect(recentSearches('mira')).toEqual([]);
  localStorage.setItem('undertone:searches/mira', '["rain", 1, null]');
  expect(recentSearches('mira')).toEqual(['rain']);
});
