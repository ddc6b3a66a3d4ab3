import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another connection holds: `SQLITE_BUSY`. */
const busy = 5;

/** Locks of this process. A connection that the garbage collector takes would give its lock up. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file until it is released or this process ends, however it ends: the kernel gives the
 * lock up then. It holds between all processes on one kernel, so also between containers that
 * share a volume. Node has no file locks of its own, SQLite takes POSIX ones (decision 0042).
 *
 * Nothing else in this process may open the file: POSIX gives up a process' locks on a file as
 * soon as it closes any handle of it.
 *
 * @param path of a file that holds nothing else; made when missing, and stays
 * @param patience how long to wait for a holder, ms; this blocks the thread
 * @returns what releases the lock, once; null when another holds it
 */
export function lockFile(path: string, patience: number): (() => void) | null {
  const connection = new DatabaseSync(path, { timeout: patience });
  try {
    // Nothing is ever committed: the file stays empty, and no journal comes beside it.
    connection.exec('pragma journal_mode = memory');
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null;
    throw error;
  }
  held.add(connection);
  return () => {
    held.delete(connection);
    connection.close();
  };
}
