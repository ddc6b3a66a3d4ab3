import { expect, it } from 'vitest';
import { dropMatch } from './drop-match.ts';

it('looks into titles and at names', () => {
  expect(dropMatch('night bus')).toEqual({
    username: '%night bus%',
    anyOf: 'title.ilike."%night bus%",named.not.is.null',
  });
});

it('keeps wildcards, commas, parentheses and quotes to themselves', () => {
  expect(dropMatch('5%, (a_"b")')).toEqual({
    username: String.raw`%5\%, (a\_"b")%`,
    anyOf: String.raw`title.ilike."%5\\%, (a\\_\"b\")%",named.not.is.null`,
  });
});

it('finds a name that is called with an @', () => {
  expect(dropMatch('@noor').username).toBe('%noor%');
  expect(dropMatch('@').username).toBe('%@%');
});

it.each([
  ['#Night', 'night'],
  ['#Straße', 'straße'],
  ['#null', 'null'],
])('finds the hashtag %s', (words, hashtag) => {
  expect(dropMatch(words).anyOf).toContain(`,hashtags.cs.{"${hashtag}"}`);
});

it.each(['night', '#', '#night bus', '#a,b', '##a', '#a}'])('takes %s for no hashtag', (words) => {
  expect(dropMatch(words).anyOf).not.toContain('hashtags');
});

it('finds a hashtag by its bare name where that is asked for', () => {
  expect(dropMatch('Night', { bareHashtags: true }).anyOf).toContain(',hashtags.cs.{"night"}');
  expect(dropMatch('#night', { bareHashtags: true }).anyOf).toContain(',hashtags.cs.{"night"}');
  expect(dropMatch('night bus', { bareHashtags: true }).anyOf).not.toContain('hashtags');
});
