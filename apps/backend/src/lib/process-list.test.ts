import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { listProcesses } from './process-list.ts';

it('lists running processes with their command lines, and no ended ones', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'a-marker']);
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  const found = async () =>
    (await listProcesses()).filter(({ command }) => command.endsWith(' a-marker'));
  await expect
    .poll(found)
    .toEqual([
      { pid: child.pid, command: `${process.execPath} -e setInterval(() => {}, 1000) a-marker` },
    ]);
  child.kill('SIGKILL');
  await ended;
  expect(await found()).toEqual([]);
});
