import { expect, it } from 'vitest';
import { pathPattern } from './page-preloads.ts';

it.each([
  ['about.tsx', '/about'],
  ['auth_.second-step.tsx', '/auth/second-step'],
  ['_shell/_member/app.tsx', '/app'],
  ['_shell/voice-drop.index.tsx', '/voice-drop'],
  ['_shell/voice-drop.$id.tsx', '/voice-drop/3f2c8a52'],
  ['_shell/$username.tsx', '/night.bus'],
])('the route of %s shows %s', (file, path) => {
  expect(path).toMatch(new RegExp(pathPattern(file)));
});

it('a route’s pattern does not match paths below its own', () => {
  expect('/voice-drop/3f2c8a52').not.toMatch(new RegExp(pathPattern('_shell/$username.tsx')));
  expect('/about/us').not.toMatch(new RegExp(pathPattern('about.tsx')));
});
