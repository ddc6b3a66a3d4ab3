import { expect, it } from 'vitest';
import { dropPageTitle } from './drop-page-title.ts';

it('a page says which drop it is, and whose', () => {
  expect(dropPageTitle('Night bus', 'mira')).toBe('Night bus by @mira');
  expect(dropPageTitle(null, null)).toBe('Voice Drop by @Anonymous');
});

it('a title that turns its direction turns nothing that follows', () => {
  expect(dropPageTitle('\u202Enight \u2066bus', 'mira')).toBe('night bus by @mira');
  expect(dropPageTitle('\u202E', 'mira')).toBe('Voice Drop by @mira');
  expect(dropPageTitle('שלום\u200F!', 'mira')).toBe('שלום! by @mira');
});
