import { expect, it } from 'vitest';
import { containing, quoted } from './filter-text.ts';

it('takes the wildcards of a pattern for themselves', () => {
  expect(containing('100%_\\')).toBe(String.raw`%100\%\_\\%`);
});

it('lets a star, which cannot be had, stand for any one character', () => {
  expect(containing('f*ck')).toBe('%f_ck%');
});

it('keeps a value whole that would end its filter', () => {
  expect(quoted('a,b(c)"d"\\')).toBe(String.raw`"a,b(c)\"d\"\\"`);
});
