import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EXCEPTIONS } from './exceptions.ts';
import { LibraryFeatures } from './library-features.ts';
import { findNewerUses } from './library-uses.ts';

const root = join(import.meta.dirname, '../../..');
const features = new LibraryFeatures();

/** Whether a file's code runs in browsers: files of tests do not. */
const isShipped = (file: string): boolean =>
  /\/(apps\/web|packages\/\w+)\/src\//.test(file) &&
  !/\.test\.tsx?$|\/(test|testing|fixtures)\//.test(file);

/** The newer features that a piece of code uses. */
function usesOf(code: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compilerOptions = { target: 'ESNext', lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: [] };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['code.ts'] }));
  writeFileSync(join(folder, 'code.ts'), code);
  return findNewerUses(config, () => true, features).map(({ feature }) => feature);
}

it('finds static, instance and global functions and constructors that a supported browser lacks', () => {
  const code = `
    export const url = URL.parse('/', 'https://site.test');
    export const { promise } = Promise.withResolvers<void>();
    export const signal = AbortSignal.any([]);
    export const visible = document.body.checkVisibility();
    export const both = new Set([1]).union(new Set([2]));
    export const firsts = [1, 2].values().take(1);
    export const bytes = (answer: Response) => answer.bytes();
    export const handle = window.requestIdleCallback(() => {});
    export class Numbers extends Iterator<number> { override next() { return { done: true, value: undefined } as const; } }
  `;
  expect(usesOf(code)).toEqual([
    'URL.parse',
    'Promise.withResolvers',
    'AbortSignal.any',
    'Element.checkVisibility',
    'Set.union',
    'Iterator.take',
    'Body.bytes',
    'requestIdleCallback',
    'Iterator',
  ]);
});

it('ignores features of all supported browsers, the project’s own names, types, and checks by `typeof`', () => {
  const code = `
    interface Take { take: number; parse: () => void }
    export const own = (state: Take) => [state.take, state.parse()];
    export const sorted = [3, 1].toSorted().at(-1);
    export const wellFormed = 'a'.isWellFormed();
    export const isThere = typeof requestIdleCallback === 'function';
    export const deadline = (given: IdleDeadline) => given;
    export const timeout = AbortSignal.timeout(1);
  `;
  expect(usesOf(code)).toEqual([]);
});

it('the app uses no function that a supported browser lacks except the listed ones, and each of those', () => {
  const uses = findNewerUses(join(root, 'apps/web/src/tsconfig.json'), isShipped, features).map(
    ({ file, line, feature }) => ({ file: relative(root, file), line, feature }),
  );
  const isSame = (one: { file: string; feature: string }, other: typeof one) =>
    one.file === other.file && one.feature === other.feature;
  expect(uses.filter((use) => !EXCEPTIONS.some((each) => isSame(each, use)))).toEqual([]);
  expect(EXCEPTIONS.filter((each) => !uses.some((use) => isSame(each, use)))).toEqual([]);
});
