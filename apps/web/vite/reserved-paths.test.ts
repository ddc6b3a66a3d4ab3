import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isReservedUsername } from '@undertone/domain/reserved-username';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');

/** The first segment of each path of a page, a document or a file of the site. */
const takenPaths = async (): Promise<string[]> => {
  const routes = await readFile(join(web, 'src/routeTree.gen.ts'), 'utf8');
  const [, fullPaths = ''] = /fullPaths:(.+?)fileRoutesByTo:/s.exec(routes) ?? [];
  const pages = [...fullPaths.matchAll(/'\/([^/']+)/g)].map(([, first = '']) => first);
  const documents = (await readdir(web)).filter((name) => name.endsWith('.html'));
  const files = await readdir(join(web, 'public'));
  return [...new Set([...pages, ...documents, ...files])].filter((path) => path !== '$username');
};

it('no username can be the name of a page or a file of the site', async () => {
  const paths = await takenPaths();
  expect(paths).toEqual(expect.arrayContaining(['voice-drop', 'landing.html', 'sw.js']));
  expect(paths.filter((path) => !isReservedUsername(path))).toEqual([]);
});
