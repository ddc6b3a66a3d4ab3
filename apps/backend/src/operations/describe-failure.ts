import { inspect } from 'node:util';
import { DatabaseError } from 'pg';
import { ConnectionLostError } from '../database/connection.ts';
import { OperatorError } from '../lib/operator-error.ts';

/** Descriptions of the operating system's errors for the operator, by code. */
const systemErrors: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write there',
  EDQUOT: 'the disk quota of this user is used up',
  EEXIST: 'a file is where a folder should be',
  EIO: 'the disk cannot be read or written',
  EISDIR: 'a folder is where a file should be',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such folder, and it cannot be created',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is where a folder should be',
  EPERM: 'this user may not read or write there',
  EROFS: 'the file system is read-only',
};

const textOf = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** One line for a failure whose cause is outside of this program; null for an error of the program. */
function explain(error: Error, folder: string): string | null | undefined {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof DatabaseError) return `PostgreSQL: ${error.message}`;
  if (error instanceof ConnectionLostError) return `${error.message}.`;
  const code = textOf(error, 'code');
  const description = systemErrors[code];
  return description && `${textOf(error, 'path') || folder}: ${description} (${code}).`;
}

/**
 * Describes why a start or a command failed.
 * @param folder named for an error of the operating system that has no path: DATA_DIR
 * @param level of the log; `debug` and `trace` add the error with its stack and causes
 */
export function describeFailure(error: unknown, folder: string, level = 'info'): string {
  if (!(error instanceof Error)) return String(error);
  const line = explain(error, folder);
  if (!line) return inspect(error);
  return ['debug', 'trace'].includes(level) ? `${line}\n${inspect(error)}` : line;
}
