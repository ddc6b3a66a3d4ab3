import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../lib/file-lock.ts';
import { OperatorError } from '../lib/operator-error.ts';

export class AlreadyRunningError extends OperatorError {
  override name = 'AlreadyRunningError';
}

const lockName = 'backend.lock';

/** Says which process holds the lock. It decides nothing: what a killed process left is written over. */
const holderName = 'backend.pid';

/** The files in a data folder that belong to its lock. */
export const lockFiles: ReadonlySet<string> = new Set([lockName, holderName]);

/** Two that start at once may have to try again; whoever holds the folder does so for longer, ms. */
const patience = 500;

/** The process that holds the lock, as far as it has said so. A container's name is its host's. */
const readHolder = (path: string): string => {
  try {
    const [pid, host] = readFileSync(path, 'utf8').split(' ');
    return host === hostname() ? ` (process ${pid})` : ` (process ${pid} on ${host})`;
  } catch {
    return '';
  }
};

/**
 * Makes the data folder where it is missing and takes it for this process: two backends on one folder would
 * stop each other's PostgreSQL.
 * @returns what gives it back
 * @throws {AlreadyRunningError} naming the process that has it
 * @throws the file system's error when the folder cannot be made or written to
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK);
  const holder = join(dataDir, holderName);
  const unlock = lockFile(join(dataDir, lockName), patience);
  if (!unlock) {
    throw new AlreadyRunningError(
      `Undertone already runs on ${dataDir}${readHolder(holder)}. Stop it first, or set another DATA_DIR.`,
    );
  }
  let isHeld = true;
  const release = () => {
    // By a second call the folder may be another's.
    if (!isHeld) return;
    isHeld = false;
    rmSync(holder, { force: true });
    unlock();
  };
  try {
    // At once, so that nobody who is refused reads what the last holder left.
    writeFileSync(holder, `${process.pid} ${hostname()}`, { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
