import { expect, it } from 'vitest';
import { findNewerUsesInBuild } from './built-uses.ts';
import { LibraryFeatures } from './library-features.ts';

const features = new LibraryFeatures();
const usesOf = (code: string) => [...findNewerUsesInBuild(code, features)];

it('finds newer static and global functions that a built script uses', () => {
  const code =
    'const e=()=>URL.parse(t);requestIdleCallback(e);new Promise(n).then(()=>Promise.try(r))';
  expect(usesOf(code)).toEqual(['URL.parse', 'requestIdleCallback', 'Promise.try']);
});

it('ignores older functions, names of properties, and checks by `typeof`', () => {
  const code =
    'const e={requestIdleCallback:1};e.requestIdleCallback;e.parse();typeof scheduler;Object.keys(e);class t{navigation(){}}';
  expect(usesOf(code)).toEqual([]);
});
