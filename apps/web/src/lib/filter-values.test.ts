import { expect, it } from 'vitest';
import { containsPattern, quoteFilterValue } from './filter-values.ts';

it('takes the wildcards of a pattern literally', () => {
  expect(containsPattern('100%_\\')).toBe(String.raw`%100\%\_\\%`);
});

it('makes a star, which PostgREST would turn into a wildcard, match any one character', () => {
  expect(containsPattern('f*ck')).toBe('%f_ck%');
});

it('quotes what would end a filter', () => {
  expect(quoteFilterValue('a,b(c)"d"\\')).toBe(String.raw`"a,b(c)\"d\"\\"`);
});
