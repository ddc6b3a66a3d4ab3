import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../lib/file-lock.ts';
import { OperatorError } from '../lib/operator-error.ts';

export class AlreadyRunningError extends OperatorError {
  override name = 'AlreadyRunningError';
}

const lockName = 'backend.lock';

/** Names the process that holds the lock, for messages only: a killed process leaves its own behind. */
const holderName = 'backend.pid';

/** The files in a data folder that belong to its lock. */
export const lockFiles: ReadonlySet<string> = new Set([lockName, holderName]);

/** How long a lock that another process may only be trying is waited for, ms. */
const lockTimeout = 500;

/** The process that holds the lock, as far as its file tells. In a container, the host is the container. */
const readHolder = (path: string): string => {
  try {
    const [pid, host] = readFileSync(path, 'utf8').split(' ');
    return host === hostname() ? ` (process ${pid})` : ` (process ${pid} on ${host})`;
  } catch {
    return '';
  }
};

/**
 * Makes the data folder where it is missing and locks it for this process: two backends on one
 * folder would stop each other's PostgreSQL.
 * @param product whose backend it is, for the message
 * @returns releases the lock
 * @throws {AlreadyRunningError} naming the process that has it
 * @throws the file system's error when the folder cannot be made or written to
 */
export function lockDataDir(dataDir: string, product: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK);
  const holder = join(dataDir, holderName);
  const unlock = lockFile(join(dataDir, lockName), lockTimeout);
  if (!unlock) {
    throw new AlreadyRunningError(
      `${product} already runs on ${dataDir}${readHolder(holder)}. Stop it first, or set another DATA_DIR.`,
    );
  }
  let isHeld = true;
  const release = () => {
    // After the first call another process may have the folder.
    if (!isHeld) return;
    isHeld = false;
    rmSync(holder, { force: true });
    unlock();
  };
  try {
    // At once, so that a process which is refused does not read the name of the last holder.
    writeFileSync(holder, `${process.pid} ${hostname()}`, { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
