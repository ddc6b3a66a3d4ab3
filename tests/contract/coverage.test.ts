import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { portableFiles } from './portable.ts';

const page = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');

interface Row {
  readonly call: string;
  readonly test: string;
}

const rows: Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| call '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, call]) => !/^-+$/.test(call ?? ''))
  .map(([, call = '', shown = '']) => ({ call, test: shown }));

const web = join(import.meta.dirname, '../../apps/web/src');

/** Calls of supabase-js in the app's source, as the page writes them. */
async function callsOfTheApp(): Promise<Set<string>> {
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
  // Not calls to the server: how the client starts and ends.
  const ofTheClient = new Set(['auth.initialize', 'auth.dispose']);
  return new Set(calls.filter((call) => !ofTheClient.has(call)));
}

describe('the page of calls', () => {
  test.each(rows)('names a test that there is: $call', async ({ test: shown }) => {
    const [, file = '', title = ''] = /^\[[\w-]+\]\(([\w-]+\.test\.ts)\) (.+)$/.exec(shown) ?? [];
    expect(title).not.toBe('');
    const source = await readFile(join(import.meta.dirname, file), 'utf8');
    const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
      source.includes(quoted),
    );
    expect([file, title, isThere]).toEqual([file, title, true]);
  });

  test('has a row for each call that the app makes', async () => {
    const calls = await callsOfTheApp();
    expect(calls.size).toBeGreaterThan(20);
    const named = rows.map(({ call }) => call).join('\n');
    expect([...calls].filter((call) => !named.includes(call))).toEqual([]);
  });
});

test('the files that run against another server are those that ask for it', async () => {
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
