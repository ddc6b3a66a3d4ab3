import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Words of the product that is built on this backend: its name, its tables, its pages, and its
 * folders. Words that the protocols have too (`profile` of OpenID Connect, SQL's `drop table`)
 * are not among them.
 */
const words =
  /undertone|voice|\bdrop_|_drops?\b|\bclips?\b|bookmark|recorder|hashtag|\bfollowers?\b|comment_|page-preview|oembed|sitemap|\/embed\b|\/app\b|\/explore\b|site-server/i;

/** The readers of WAV and MP3 files, which the browser and the storage service share, are a library that knows no product. */
const library = / from '@undertone\/voice\/(\w+-error|\w+-format|read-\w+-format)';/;

/** Sources without tests and their fixtures, which have a product of their own. */
const listSources = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'));
};

it('no source of the backend names a page, a table or a word of the product', async () => {
  const sources = await listSources(import.meta.dirname);
  expect(sources.length).toBeGreaterThan(200);
  const found = await Promise.all(
    sources.map(async (path) => {
      const lines = (await readFile(path, 'utf8')).split('\n');
      return lines
        .map((line, index) => `${relative(import.meta.dirname, path)}:${index + 1}: ${line.trim()}`)
        .filter((place) => words.test(place.replace(library, '')));
    }),
  );
  expect(found.flat()).toEqual([]);
});
