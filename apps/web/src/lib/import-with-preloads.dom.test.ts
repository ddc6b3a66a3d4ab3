import { expect, it } from 'vitest';
import { __vitePreload } from './import-with-preloads.ts';

it('an import adds a preload for each file that it needs, once', async () => {
  const preloads = () =>
    [...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) =>
      link.getAttribute('href'),
    );
  expect(await __vitePreload(async () => 'menu', ['assets/a.js', 'assets/b.js'])).toBe('menu');
  expect(await __vitePreload(async () => 'dialog', ['assets/b.js', 'assets/c.js'])).toBe('dialog');
  expect(await __vitePreload(async () => 'plain')).toBe('plain');
  expect(preloads()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js']);
});
