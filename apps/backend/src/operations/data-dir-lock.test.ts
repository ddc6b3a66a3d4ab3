import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlreadyRunningError, lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
let starts: ChildProcess[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undertone-lock-'));
  starts = [];
});
afterEach(async () => {
  for (const child of starts) await end(child);
  await rm(dataDir, { recursive: true, force: true });
});

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

const program = join(import.meta.dirname, 'fixtures/hold-data-dir.ts');

/** Starts a process that locks the folder until it is killed. @returns it with its output */
const start = async (prefix: readonly string[] = []) => {
  const [command, ...args] = [...prefix, process.execPath, program, dataDir];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  starts.push(child);
  const [line]: unknown[] = await once(createInterface(child.stdout), 'line');
  return { child, line };
};

describe('a data folder', () => {
  it('is created for its owner alone when it does not exist', async () => {
    const fresh = join(dataDir, 'fresh');
    lockDataDir(fresh, 'Product')();
    expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  });

  it('of another user is refused with the command that closes it when everybody may write to it', async () => {
    await chmod(dataDir, 0o777);
    vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
      throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
    });
    syncBuiltinESMExports();
    expect(() => lockDataDir(dataDir, 'Product')).toThrow(`chmod 700 ${dataDir}`);
    await chmod(dataDir, 0o770);
    lockDataDir(dataDir, 'Product')();
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('is locked by exactly one of two processes that start at once after a killed one', async () => {
    for (let round = 0; round < 8; round += 1) {
      // The file of a killed backend, which names a process that is alive.
      await writeFile(join(dataDir, 'backend.pid'), String(process.ppid));
      const pair = await Promise.all([start(), start()]);
      const taken = pair.filter(({ line }) => line === 'taken');
      expect(taken).toHaveLength(1);
      for (const { child } of pair) await end(child);
    }
  }, 120_000);

  it('is unlocked as soon as the process that held it was killed', async () => {
    const first = await start();
    expect(first.line).toBe('taken');
    await end(first.child);
    expect((await start()).line).toBe('taken');
  });

  it('is refused to other processes with the id of the one that holds it', async () => {
    const { child } = await start();
    expect(() => lockDataDir(dataDir, 'Product')).toThrow(AlreadyRunningError);
    expect((await start()).line).toContain(
      `Product already runs on ${dataDir} (process ${child.pid})`,
    );
  });

  it('is unlocked for others after its release, and a second release changes nothing', async () => {
    const release = lockDataDir(dataDir, 'Product');
    expect((await start()).line).toContain(`(process ${process.pid})`);
    release();
    expect((await start()).line).toBe('taken');
    release();
    expect(existsSync(join(dataDir, 'backend.pid'))).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['backend.lock', 'backend.pid']);
  });

  const ownNamespace = ['unshare', '--user', '--map-root-user', '--pid', '--uts', '--fork'];
  const hasNamespaces =
    spawnSync(ownNamespace[0]!, [...ownNamespace.slice(1), 'true']).status === 0;

  it.skipIf(!hasNamespaces)(
    'is refused to a process that sees no other process, as in a container of its own',
    async () => {
      const { child } = await start();
      const renamed = ['sh', '-c', 'hostname other && exec "$@"', 'sh'];
      expect((await start([...ownNamespace, ...renamed])).line).toMatch(
        new RegExp(`already runs .* \\(process ${child.pid} on .+\\)`),
      );
    },
  );
});
