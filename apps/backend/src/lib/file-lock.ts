import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another connection holds: `SQLITE_BUSY`. */
const busy = 5;

/** Locks of this process: a connection that is garbage-collected would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file until it is released or this process ends, however it ends: the kernel then releases
 * the lock. It works between all processes on one kernel, so also between containers that
 * share a volume. Node has no file locks of its own, SQLite takes POSIX ones (decision 0040).
 *
 * Nothing else in this process may open the file: POSIX releases a process' locks on a file as soon
 * as it closes any handle of it.
 *
 * @param path of a file for nothing but the lock; created when missing, never removed
 * @param timeout how long to wait for another holder, ms; this blocks the thread
 * @returns a function that releases the lock, to be called once; null when another process holds it
 */
export function lockFile(path: string, timeout: number): (() => void) | null {
  const connection = new DatabaseSync(path, { timeout });
  try {
    // The transaction is never committed: the file stays empty and gets no journal.
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
