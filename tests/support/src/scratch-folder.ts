import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'undertone-tests-';

/** What must be free, bytes: a few data folders of 40 MB each, and the logs of what is written to them. */
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
 * Has this process and its children keep temporary files in memory, where Linux offers room for
 * it: a PostgreSQL has a thousand files, which ext4 takes a second to make when as many have just
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
