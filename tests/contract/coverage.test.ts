import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { portableFiles } from './portable-files.ts';

const root = join(import.meta.dirname, '../..');

const readSources = (folder: string, names: readonly string[]): Promise<string[]> =>
  Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));

/** The calls of supabase-js in a source text, as `auth.signUp`, `mfa.enroll`, `profiles` (a table), `rpc('add_play')`. */
const supabaseCallsIn = (source: string): string[] =>
  Array.from(
    source.matchAll(
      /\b((?:auth|mfa)\s*\.\s*\w+)\(|\.(rpc|invoke)\(\s*'([\w-]+)'|\.from\('(\w+)'\)|\b(createSignedUrls?|getPublicUrl|removeChannel)\(/g,
    ),
    ([, auth, verb, name, table, plain]) =>
      auth?.replaceAll(/\s/g, '') ?? table ?? plain ?? `${verb}('${name}')`,
  );

describe('the contract suite', async () => {
  const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) =>
    name.endsWith('.ts'),
  );
  const sources = await readSources(import.meta.dirname, names);

  it('makes every call of supabase-js that the app makes', async () => {
    const web = join(root, 'apps/web/src');
    const webNames = (await readdir(web, { recursive: true })).filter(
      (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
    );
    const appCalls = new Set((await readSources(web, webNames)).flatMap(supabaseCallsIn));
    expect(appCalls.size).toBeGreaterThan(20);
    const testedCalls = new Set([
      ...sources.flatMap(supabaseCallsIn),
      // These start and end the client, and send no request.
      'auth.initialize',
      'auth.dispose',
    ]);
    expect([...appCalls].filter((call) => !testedCalls.has(call))).toEqual([]);
  });

  it('lists its portable files, none of which starts a backend of its own', () => {
    const portable = names.filter((_, at) => /import \{[^}]*openServer/.test(sources[at] ?? ''));
    expect(portable.filter((name) => name.endsWith('.test.ts')).sort()).toEqual(
      [...portableFiles].sort(),
    );
    const bound = portable.filter((name) => sources[names.indexOf(name)]?.includes('startBackend'));
    expect(bound).toEqual([]);
  });
});

describe('SECURITY.md', async () => {
  const page = await readFile(join(root, 'SECURITY.md'), 'utf8');
  const sections = page
    .split(/^### /m)
    .slice(1)
    .map((section) => ({
      heading: section.split('\n', 1)[0] ?? '',
      tests: Array.from(
        section
          .split(/^Tests: /m)
          .slice(1)
          .join('')
          .matchAll(/\]\(([^)]+)\)/g),
        ([, path = '']) => path,
      ),
    }));

  it('has a section for each subject', () => {
    expect(sections.length).toBeGreaterThan(20);
  });

  it.each(sections)('names existing test files for "$heading"', async ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const path of tests) {
      expect(path).toMatch(/\.(test|spec)\.tsx?$/);
      await access(join(root, path));
    }
  });
});
