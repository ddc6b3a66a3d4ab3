import { expect, it } from 'vitest';
import { findCircle } from './chunk-circles.ts';

it('names the files of a circle, and no others', () => {
  const imports = new Map([
    ['main.js', ['shell.js', 'react.js']],
    ['shell.js', ['feed.js']],
    ['feed.js', ['react.js', 'shell.js']],
    ['react.js', []],
  ]);
  expect(findCircle(imports)).toEqual(['shell.js', 'feed.js', 'shell.js']);
});

it('finds none where two import the same', () => {
  const imports = new Map([
    ['main.js', ['feed.js', 'react.js']],
    ['feed.js', ['react.js']],
    ['react.js', []],
  ]);
  expect(findCircle(imports)).toBeNull();
});
