import { expect, it } from 'vitest';
import { dropSearchFilters, wordsFilter } from './drop-search.ts';

it('searches titles and usernames', () => {
  expect(dropSearchFilters('night bus')).toEqual({
    username: '%night bus%',
    anyOf: 'title.ilike."%night bus%",named.not.is.null',
  });
});

it('takes wildcards, commas, parentheses and quotes literally', () => {
  expect(dropSearchFilters('5%, (a_"b")')).toEqual({
    username: String.raw`%5\%, (a\_"b")%`,
    anyOf: String.raw`title.ilike."%5\\%, (a\\_\"b\")%",named.not.is.null`,
  });
});

it('finds a username that is typed with an @', () => {
  expect(dropSearchFilters('@noor').username).toBe('%noor%');
  expect(dropSearchFilters('@').username).toBe('%@%');
});

it.each([
  ['#Night', 'night'],
  ['Night', 'night'],
  ['#Straße', 'strasse'],
  ['＃夜', '夜'],
  ['#null', 'null'],
])('finds the hashtag %s', (words, hashtag) => {
  expect(dropSearchFilters(words).anyOf).toContain(`,hashtags.cs.{"${hashtag}"}`);
});

it.each(['night bus', '#', '#night bus', '#a,b', '##a', '#a}'])(
  'does not treat %s as a hashtag',
  (words) => {
    expect(dropSearchFilters(words).anyOf).not.toContain('hashtags');
  },
);

it('searches the words of public drops by title, by username, or by a hashtag', () => {
  expect(wordsFilter('@noor')).toBe('title.ilike."%@noor%",handle.ilike."%noor%"');
  expect(wordsFilter('#Night')).toBe(
    'title.ilike."%#Night%",handle.ilike."%#Night%",hashtags.cs.{"night"}',
  );
  expect(wordsFilter('a,"b"')).toBe(String.raw`title.ilike."%a,\"b\"%",handle.ilike."%a,\"b\"%"`);
});
