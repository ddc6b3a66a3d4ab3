import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const bootstrap = join(import.meta.dirname, '../bootstrap.mjs');

it('a script that npm started stops with its shell, which passes no signal on', async () => {
  const call = `"${process.execPath}" "${bootstrap}" lib/fixtures/run-until-stopped`;
  // The second command keeps the shell from replacing itself with the first.
  const shell = spawn('sh', ['-c', `${call}; true`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
  });
  const output = createInterface(shell.stdout);
  expect(await once(output, 'line')).toEqual(['running']);
  const stopped = once(output, 'line');
  shell.kill('SIGTERM');
  expect(await stopped).toEqual(['stopped']);
});
