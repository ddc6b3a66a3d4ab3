import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../lib/file-lock.ts';
import { OperatorError } from '../lib/operator-error.ts';

export class AlreadyRunningError extends OperatorError {
  override name = 'AlreadyRunningError';
}

const lockName = 'backend.lock';

/** File that names the process with the lock, for messages only: a killed process leaves its file behind. */
const holderName = 'backend.pid';

/** The files in a data folder that belong to its lock. */
export const lockFiles: ReadonlySet<string> = new Set([lockName, holderName]);

/** How long to wait for a lock that another process may hold only while it tries the folder, ms. */
const lockTimeout = 500;

/** Describes the process that holds the lock; empty if its file cannot be read. The host may be a container. */
const readHolder = (path: string): string => {
  try {
    const [pid, host] = readFileSync(path, 'utf8').split(' ');
    return host === hostname() ? ` (process ${pid})` : ` (process ${pid} on ${host})`;
  } catch {
    return '';
  }
};

/**
 * The permissions that a data folder may have. PostgreSQL may run as another user than root, and has to enter
 * the folder then.
 */
const allowedMode = process.getuid?.() === 0 ? 0o711 : 0o700;

/**
 * Closes a data folder to other users.
 * @throws {OperatorError} naming the command, for a folder of another user to which everybody may write
 */
function closeToOthers(dataDir: string): void {
  const { mode } = statSync(dataDir);
  if ((mode & 0o777 & ~allowedMode) === 0) return;
  try {
    chmodSync(dataDir, mode & allowedMode);
  } catch (cause) {
    // A folder of another user that lets a group write is a deliberate choice, as of Kubernetes.
    if ((mode & 0o002) === 0) return;
    throw new OperatorError(
      `Every user may write to ${dataDir}, and only its owner can change that. Run: sudo chown $USER ${dataDir} && chmod 700 ${dataDir}`,
      { cause },
    );
  }
}

/**
 * Creates the data folder if it is missing, closes it to other users and locks it for this process: two backends on one folder
 * would stop each other's PostgreSQL.
 * @param product name in the message
 * @returns a function that releases the lock
 * @throws {AlreadyRunningError} naming the process that holds the lock
 * @throws {OperatorError} when the folder is another user's and open to everybody
 * @throws the file system's error when the folder cannot be created or written to
 */
export function lockDataDir(dataDir: string, product: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK);
  closeToOthers(dataDir);
  const holder = join(dataDir, holderName);
  const unlock = lockFile(join(dataDir, lockName), lockTimeout);
  if (!unlock) {
    throw new AlreadyRunningError(
      `${product} already runs on ${dataDir}${readHolder(holder)}. Stop it first, or set another DATA_DIR.`,
    );
  }
  let isHeld = true;
  const release = () => {
    // After the first call another process may hold the lock.
    if (!isHeld) return;
    isHeld = false;
    rmSync(holder, { force: true });
    unlock();
  };
  try {
    // Written at once, so that a refused process does not read the name of the previous holder.
    writeFileSync(holder, `${process.pid} ${hostname()}`, { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}
