import { expect, it } from 'vitest';
import { initials, PROFILE_FALLBACK_INITIALS } from './initials.ts';

it.each([
  ['nightowl', 'NI'],
  ['q', 'QQ'],
  ['', 'US'],
  ['  ', 'US'],
  [null, 'US'],
  ['🌊sea', '🌊S'],
])('the initials of %j are %s', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

it('a profile without a name shows two question marks', () => {
  expect(initials(undefined, PROFILE_FALLBACK_INITIALS)).toBe('??');
});
