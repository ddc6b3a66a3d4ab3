import { expect, it } from 'vitest';
import { containsPattern, quoteFilterValue } from './filter-values.ts';

it('containsPattern escapes the wildcards of a pattern', () => {
  expect(containsPattern('100%_\\')).toBe(String.raw`%100\%\_\\%`);
});

it('containsPattern replaces a star, which PostgREST would turn into %, by the wildcard for one character', () => {
  expect(containsPattern('f*ck')).toBe('%f_ck%');
});

it('quoteFilterValue quotes a value that would end a filter', () => {
  expect(quoteFilterValue('a,b(c)"d"\\')).toBe(String.raw`"a,b(c)\"d\"\\"`);
});
