import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** The file in a data folder that names the process which has it. */
export const lockName = 'backend.pid';

/** True when the process lives and is a Node program, not another that got its number after a reboot. */
const isBackend = (pid: number): boolean => {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return /\b(main|restore)\.ts/.test(command);
  } catch {
    return false;
  }
};

/**
 * Makes the data folder where it is missing and takes it for this process: two backends on one folder would
 * stop each other's PostgreSQL.
 * @returns what gives it back
 * @throws {AlreadyRunningError} naming the process that has it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, lockName);
  const release = async () => rm(path, { force: true });
  const claim = async () => writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
  try {
    await claim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const pid = Number(await readFile(path, 'utf8').catch(() => ''));
    if (pid !== process.pid && isBackend(pid)) {
      throw new AlreadyRunningError(
        `Undertone already runs on ${dataDir} (process ${pid}). Stop it first, or set another DATA_DIR.`,
      );
    }
    await release();
    await claim();
  }
  return release;
}
