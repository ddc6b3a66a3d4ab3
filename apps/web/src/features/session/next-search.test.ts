import { expect, it } from 'vitest';
import { internalPath } from './next-search.ts';

const origin = 'https://undertone.test';

it('keeps a path of this site, with its search and hash', () => {
  expect(internalPath('/profile?tab=liked#top', origin)).toBe('/profile?tab=liked#top');
});

it('keeps the path of a whole address of this site', () => {
  expect(internalPath(`${origin}/settings?tab=security`, origin)).toBe('/settings?tab=security');
});

it.each([
  origin,
  `${origin}/`,
  `${origin}.elsewhere.test/page`,
  'https://elsewhere.test/page',
  '//elsewhere.test/',
  String.raw`/\elsewhere.test/`,
  '/\t/elsewhere.test/',
  '/.//elsewhere.test/',
  `${origin}//elsewhere.test/page`,
  'javascript:alert(1)',
  'profile',
  '',
  undefined,
  42,
])('refuses %j as the path to open after signing in', (next) => {
  expect(internalPath(next, origin)).toBeUndefined();
});
