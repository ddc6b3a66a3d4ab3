import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecrets } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('secrets are made once, for their owner’s eyes only', async () => {
  const made = await loadSecrets(folder);
  expect(await loadSecrets(folder)).toEqual(made);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(made.factorKey.key, 'base64url')).toHaveLength(32);
});

it('a folder from before there were second factors gets their key and keeps the others', async () => {
  const { factorKey: _later, ...before } = await loadSecrets(folder);
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(before));
  const completed = await loadSecrets(folder);
  expect(completed).toEqual({ ...before, factorKey: completed.factorKey });
  expect(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))).toEqual(completed);
});
