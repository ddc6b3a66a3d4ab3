import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testExists, readTestReference, tableRows } from './fixtures/test-references.ts';
import { portableFiles } from './portable-files.ts';

const page = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
const rows = tableRows(page).map(([call = '', shown = '']) => ({
  call,
  named: readTestReference(shown),
}));

const web = join(import.meta.dirname, '../../apps/web/src');

/** The calls of supabase-js in the app's source, in the form in which README.md writes them. */
async function callsOfApp(): Promise<Set<string>> {
  const names = await readdir(web, { recursive: true });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const texts = await Promise.all(sources.map((name) => readFile(join(web, name), 'utf8')));
  const calls = texts.flatMap((text) =>
    Array.from(
      text.matchAll(
        /\b(auth\.(?:mfa\.)?\w+)\(|\.(rpc|invoke)\(\s*'([\w-]+)'|\.from\('(\w+)'\)|\b(createSignedUrls?|getPublicUrl|removeChannel)\(/g,
      ),
      ([, auth, verb, name, table, plain]) => auth ?? table ?? plain ?? `${verb}('${name}')`,
    ),
  );
  // These start and end the client, without a request.
  const ofTheClient = new Set(['auth.initialize', 'auth.dispose']);
  return new Set(calls.filter((call) => !ofTheClient.has(call)));
}

describe('README.md', () => {
  test.each(rows)('names an existing test for $call', async ({ named }) => {
    expect(named.title).not.toBe('');
    expect([named, await testExists(import.meta.dirname, named)]).toEqual([named, true]);
  });

  test('has a row for each call that the app makes', async () => {
    const calls = await callsOfApp();
    expect(calls.size).toBeGreaterThan(20);
    const named = rows.map(({ call }) => call).join('\n');
    expect([...calls].filter((call) => !named.includes(call))).toEqual([]);
  });
});

describe('SECURITY.md', async () => {
  const root = join(import.meta.dirname, '../..');
  const text = await readFile(join(root, 'SECURITY.md'), 'utf8');
  const claims = tableRows(text).map(([of = '', claim = '', shown = '']) => ({
    of,
    claim,
    named: readTestReference(shown),
  }));

  test.each(claims)('names an existing test for $of: $claim', async ({ claim, named }) => {
    expect(claim).not.toBe('');
    expect(named.title).not.toBe('');
    expect([named, await testExists(root, named)]).toEqual([named, true]);
  });

  test('has a claim and its test for each paragraph, and no others', () => {
    const paragraphs = Array.from(text.matchAll(/^\*\*(.+?)\*\*/gm), ([, head = '']) => head);
    expect(paragraphs.length).toBeGreaterThan(20);
    expect([...new Set(claims.map(({ of }) => of))]).toEqual(
      paragraphs.map((head) => head.replace(/\.$/, '')),
    );
  });
});

test('the list of portable files is complete, and none of them starts a backend of its own', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
  const sources = await Promise.all(
    names.map(async (name) => ({
      name,
      source: await readFile(join(import.meta.dirname, name), 'utf8'),
    })),
  );
  const asking = sources.filter(({ source }) => /import \{[^}]*openServer/.test(source));
  expect(asking.map(({ name }) => name).sort()).toEqual([...portableFiles].sort());
  const bound = asking.filter(({ source }) => source.includes('startBackend'));
  expect(bound.map(({ name }) => name)).toEqual([]);
});
