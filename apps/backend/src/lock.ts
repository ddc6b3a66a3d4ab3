import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listProcesses } from './process-list.ts';

export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** The file in a data folder that names the process which has it. */
export const lockName = 'backend.pid';

/** True when the process lives and is a Node program, not another that got its number after a reboot. */
const isBackend = async (pid: number): Promise<boolean> =>
  (await listProcesses()).some(
    (each) => each.pid === pid && /\b(main|restore)\.ts/.test(each.command),
  );

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
    if (pid !== process.pid && (await isBackend(pid))) {
      throw new AlreadyRunningError(
        `Undertone already runs on ${dataDir} (process ${pid}). Stop it first, or set another DATA_DIR.`,
      );
    }
    await release();
    await claim();
  }
  return release;
}
