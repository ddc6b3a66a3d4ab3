import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, expect, it } from 'vitest';
import { signUp } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const root = join(import.meta.dirname, '../..');

const backend = await startBackend();
afterAll(() => backend.stop());

/** Runs a portable file against the backend, in its own process. */
const runFile = async (
  name: string,
  env: Record<string, string>,
): Promise<{ exitCode: number; output: string }> => {
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'contract', `tests/contract/${name}`],
    { cwd: root, env: { PATH: process.env.PATH, CONTRACT_URL: backend.url, ...env } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await once(child, 'close');
  return { exitCode: child.exitCode ?? 1, output };
};

it('a portable file passes twice against a running server that has other data', async () => {
  const { publishableKey, secretKey } = backend;
  const keys = { CONTRACT_PUBLISHABLE_KEY: publishableKey, CONTRACT_SECRET_KEY: secretKey };
  await postDrop(await signUp(backend, 'ann'), { title: 'One: 100%' });
  for (const _run of [1, 2]) {
    const { exitCode, output } = await runFile('search.test.ts', keys);
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
  }
}, 120_000);

it('a run with CONTRACT_URL and without keys names the missing keys', async () => {
  const { exitCode, output } = await runFile('search.test.ts', {});
  expect(exitCode).toBe(1);
  expect(output).toContain('CONTRACT_URL needs CONTRACT_PUBLISHABLE_KEY and CONTRACT_SECRET_KEY');
}, 60_000);
