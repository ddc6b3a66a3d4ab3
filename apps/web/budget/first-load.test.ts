import { expect, it } from 'vitest';
import { firstLoadFiles } from './first-load.ts';

const manifest = {
  'landing.html': { file: 'landing.js', imports: ['_react.js'] },
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  'src/ui/menu-popup.tsx': { file: 'menu.js' },
};
const preloads = [
  { path: '^/app$', files: ['/app.js', '/card.js'] },
  { path: '^/[^/]+$', files: ['/profile.js', '/card.js'] },
];

it('a first load has the document’s file, its imports and the page’s preloads, each once', () => {
  expect(firstLoadFiles(manifest, preloads, 'index.html', '/app')).toEqual([
    'index.js',
    'react.js',
    'app.js',
    'card.js',
  ]);
  expect(firstLoadFiles(manifest, preloads, 'landing.html', '/')).toEqual([
    'landing.js',
    'react.js',
  ]);
});

it('a manifest that names a missing chunk throws', () => {
  const broken = { 'index.html': { file: 'index.js', imports: ['_gone.js'] } };
  expect(() => firstLoadFiles(broken, preloads, 'index.html', '/app')).toThrow('_gone.js');
});

it('a page that the build does not list throws', () => {
  expect(() => firstLoadFiles(manifest, preloads, 'index.html', '/voice-drop/1')).toThrow(
    '/voice-drop/1',
  );
});
