import { expect, it } from 'vitest';
import { firstLoadFiles } from './first-load.ts';

const manifest = {
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  '_react.js': { file: 'react.js' },
  'src/routes/app.tsx?tsr-split=component': { file: 'app.js', imports: ['_react.js', '_card.js'] },
  'src/routes/app_.profile.tsx?tsr-split=component': { file: 'profile.js' },
  '_card.js': { file: 'card.js', imports: ['_react.js'] },
  'src/ui/menu-popup.tsx': { file: 'menu.js' },
};

it('counts the entry, the route and all that they import, each once', () => {
  expect(firstLoadFiles(manifest, 'index.html', ['src/routes/app.tsx'])).toEqual([
    'index.js',
    'react.js',
    'app.js',
    'card.js',
  ]);
});

it('refuses a manifest that names a chunk it does not hold', () => {
  const broken = { 'index.html': { file: 'index.js', imports: ['_gone.js'] } };
  expect(() => firstLoadFiles(broken, 'index.html', [])).toThrow('_gone.js');
});
