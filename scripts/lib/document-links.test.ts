import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.ts';

const trackedFiles = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(join(root, path)));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

/** The relative links of a Markdown text, outside of code. */
const linksIn = (text: string): string[] =>
  Array.from(
    text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g),
    ([, target = '']) => target,
  ).filter((target) => !/^[a-z]+:/.test(target));

/** The source files that a Markdown text names in code spans, such as `lib/when-idle.ts`. */
const sourcesIn = (text: string): string[] =>
  Array.from(text.matchAll(/`([\w/][\w./-]*\.(?:tsx?|mjs|sql|html))`/g), ([, name = '']) => name);

const pages = trackedFiles.filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(pages)('have no dead link in %s', (page) => {
    const dead = linksIn(read(page)).filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchorsIn(read(file)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it.each(pages)('name only source files that exist in %s', (page) => {
    const dead = sourcesIn(read(page)).filter(
      (name) => !trackedFiles.some((path) => path === name || path.endsWith(`/${name}`)),
    );
    expect(dead).toEqual([]);
  });

  it('name every decision page in their index', () => {
    const index = linksIn(read('docs/decisions/README.md'));
    const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));
    expect(
      decisions.filter((path) => !index.includes(path.slice('docs/decisions/'.length))),
    ).toEqual([]);
  });
});

it('no source refers to a decision page that does not exist', () => {
  const numbers = new Set(
    pages.flatMap((path) => /^docs\/decisions\/(\d{4})/.exec(path)?.[1] ?? []),
  );
  const sources = trackedFiles.filter((path) => /\.(tsx?|mjs|sql|css|html|toml|md)$/.test(path));
  const dead = sources.flatMap((path) =>
    Array.from(
      read(path).matchAll(/\bdecisions?(?: |\/|, )(\d{4})\b/g),
      ([, number = '']) => number,
    )
      .filter((number) => !numbers.has(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(dead).toEqual([]);
});
