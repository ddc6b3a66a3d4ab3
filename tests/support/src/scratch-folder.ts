import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'undertone-tests-';

/** How many bytes must be free: enough for several data folders of 40 MB with their write-ahead logs. */
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
 * Makes this process and its children store temporary files in memory, if Linux has room there. A
 * PostgreSQL has a thousand files, which ext4 creates in a second when as many were just removed. The
 * folder is removed when the process ends.
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
