import { inspect } from 'node:util';
import { DatabaseError } from 'pg';
import { ConnectionLostError } from '../database/connection.ts';
import { OperatorError } from '../lib/operator-error.ts';

/** What the operating system's errors mean to the operator, by code. */
const systemErrors: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EDQUOT: 'this user has no more room on the disk',
  EEXIST: 'a file is where a folder should be',
  EIO: 'the disk cannot be read or written',
  EISDIR: 'a folder is where a file should be',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such folder, and it cannot be made',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is where a folder should be',
  EPERM: 'this user may not read or write there',
  EROFS: 'the file system is read-only',
};

const textOf = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** One line for a failure whose cause lies outside of this program; null for a fault of its own. */
function explain(error: Error, folder: string): string | null {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof DatabaseError) return `PostgreSQL: ${error.message}`;
  if (error instanceof ConnectionLostError) return `${error.message}.`;
  const code = textOf(error, 'code');
  const words = systemErrors[code];
  return words === undefined ? null : `${textOf(error, 'path') || folder}: ${words} (${code}).`;
}

/**
 * Describes why a start or a command failed.
 * @param folder what the operating system's errors are about when they name no path: DATA_DIR
 * @param level of the log; from `debug` on the error follows with its stack and causes
 */
export function describeFailure(error: unknown, folder: string, level = 'info'): string {
  if (!(error instanceof Error)) return String(error);
  const line = explain(error, folder);
  if (line === null) return inspect(error);
  return ['debug', 'trace'].includes(level) ? `${line}\n${inspect(error)}` : line;
}
