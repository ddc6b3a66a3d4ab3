import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeImportingFunctions } from './fixtures/write-importing-functions.ts';
import { findUnsupportedImports, importsOf } from './find-unsupported-imports.ts';

describe('the imports of a module', () => {
  it.each([
    ["import 'npm:a';", ['npm:a']],
    ['import a from "https://a.example/mod.ts";', ['https://a.example/mod.ts']],
    ["import * as a from 'jsr:@a/b@1'", ['jsr:@a/b@1']],
    ["import a, { b as c } from 'npm:a'; import d from './d.ts';", ['npm:a', './d.ts']],
    ["export { a } from 'npm:a'; export * from '../b.ts';", ['npm:a', '../b.ts']],
    ["const a = await import(\n  'npm:a',\n);", ['npm:a']],
    ["import { type A, b } from 'npm:a';", ['npm:a']],
    ["import a from 'data.json' with { type: 'json' };", ['data.json']],
  ])('are found: %s', (source, imports) => {
    expect(importsOf(source)).toEqual(imports);
  });

  it.each([
    "// import 'npm:a';",
    "/* import a from 'npm:a'; */",
    'const a = "import \'npm:a\'";',
    "const a = `import 'npm:a'`;",
    "import type { A } from 'npm:a';",
    "export type { A } from 'npm:a';",
    "const imported = 'npm:a'; const from = 'npm:b';",
    "export const a = 'npm:a';",
    "export function a(from = 'npm:a') {}",
    "reimport('npm:a');",
    'const a = await import(name);',
  ])('are not found in: %s', (source) => {
    expect(importsOf(source)).toEqual([]);
  });
});

it('unsupported imports are found in imported files, each of which is read once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-imports-'));
  await writeImportingFunctions(folder);
  expect(await findUnsupportedImports(join(folder, 'from-npm/index.ts'))).toEqual([
    { file: join(folder, 'from-npm/lib/answer.ts'), specifier: 'npm:left-pad@1.3.0' },
  ]);
  expect(await findUnsupportedImports(join(folder, 'absent/index.ts'))).toEqual([]);
  await rm(folder, { recursive: true });
});
