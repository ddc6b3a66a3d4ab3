import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFiles } from './service-worker-release.ts';

it('the service worker lists the release’s files but the video worker, and nothing else of the build', async () => {
  const worker = await readFile(join(import.meta.dirname, '../public/sw.js'), 'utf8');
  const files = ['assets/b-2.js', 'assets/a-1.css', 'assets/b-2.js.br', 'assets/video-worker-3.js'];
  const source = withFiles(worker, [...files, 'index.html', 'sw.js', '.vite/manifest.json']);
  expect(source).toContain('const FILES = [\n  "/assets/a-1.css",\n  "/assets/b-2.js"\n];');
  expect(source).not.toContain('.vite');
});

it('a service worker without the placeholder fails the build', () => {
  expect(() => withFiles('', [])).toThrow('const FILES = [];');
});
