import { expect, it } from 'vitest';
import { bioLength, truncateBio } from './bio.ts';
import { BIO_MAX_LENGTH } from './limits.ts';

it('counts an emoji as one character, as the database does', () => {
  expect(bioLength('a🌒')).toBe(2);
});

it('truncates a bio to its limit, never through the middle of a character', () => {
  const moons = '🌒'.repeat(BIO_MAX_LENGTH);
  expect(truncateBio(moons)).toBe(moons);
  expect(truncateBio(`${moons}🌒`)).toBe(moons);
});
