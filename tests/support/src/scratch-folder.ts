import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'undertone-tests-';

/** The bytes that must be free: a few data folders of 40 MB each, with their write-ahead logs. */
const enough = 4 * 1024 ** 3;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > enough;
  } catch {
    return false;
  }
};

/**
 * Makes this process and its children keep temporary files in memory, where Linux has room for
 * them: a PostgreSQL has a thousand files, which ext4 takes a second to create when as many have just
 * been removed. The folder goes when the process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR?.includes(prefix) || !hasRoom()) return;
  for (const name of readdirSync(memory)) {
    const isLeftOver = name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length)));
    if (isLeftOver) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
