import { expect, it } from 'vitest';
import { importCycle } from './import-cycle.ts';

it('finds files that import each other directly or indirectly', () => {
  const manifest = {
    'index.html': { file: 'index.js', imports: ['_shell.js'] },
    '_shell.js': { file: 'shell.js', imports: ['_feed.js'] },
    '_feed.js': { file: 'feed.js', imports: ['_icons.js'] },
    '_icons.js': { file: 'icons.js', imports: ['_shell.js'] },
  };
  expect(importCycle(manifest)).toEqual(['shell.js', 'feed.js', 'icons.js']);
});

it('finds no cycle when two files import the same file', () => {
  const manifest = {
    'index.html': { file: 'index.js', imports: ['_shell.js', '_icons.js'] },
    '_shell.js': { file: 'shell.js', imports: ['_icons.js'] },
    '_icons.js': { file: 'icons.js' },
  };
  expect(importCycle(manifest)).toEqual([]);
});
