import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isReservedUsername } from '@undertone/domain/reserved-username';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');

/** The first part of each path that a page, a document or a file of the site takes. */
const takenPaths = async (): Promise<string[]> => {
  const routes = await readFile(join(web, 'src/routeTree.gen.ts'), 'utf8');
  const [, fullPaths = ''] = /fullPaths:(.+?)fileRoutesByTo:/s.exec(routes) ?? [];
  const pages = [...fullPaths.matchAll(/'\/([^/']+)/g)].map(([, first = '']) => first);
  const documents = (await readdir(web)).filter((name) => name.endsWith('.html'));
  const files = await readdir(join(web, 'public'));
  return [...new Set([...pages, ...documents, ...files])].filter((path) => path !== '$username');
};

it('nobody can be called what the site has a page or a file for', async () => {
  const paths = await takenPaths();
  expect(paths).toEqual(expect.arrayContaining(['voice-drop', 'landing.html', 'sw.js']));
  expect(paths.filter((path) => !isReservedUsername(path))).toEqual([]);
});
