import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '../../../config/config-error.ts';
import { commonPasswords } from './common-passwords.ts';

/** Largest list that is held in memory, bytes: about a million passwords. */
const maximumBytes = 16 * 1024 * 1024;

/**
 * Reads the passwords that are refused, in lower case.
 * @param setting LEAKED_PASSWORDS: null for the built-in list, `off` for none, else the path of a
 *   file with one password a line
 * @throws {ConfigError} when the file cannot be read or is too large
 */
export async function readLeakedPasswords(setting: string | null): Promise<ReadonlySet<string>> {
  if (setting === null) return commonPasswords;
  if (setting === 'off') return new Set();
  const file = await stat(setting).catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigError(`LEAKED_PASSWORDS names ${setting}: ${cause.message}.`, { cause });
  });
  if (!file.isFile() || file.size > maximumBytes) {
    throw new ConfigError(
      `LEAKED_PASSWORDS names ${setting}, which is no file of at most ${maximumBytes} bytes.`,
    );
  }
  const text = await readFile(setting, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new ConfigError(`LEAKED_PASSWORDS names ${setting}: ${cause.message}.`, { cause });
  });
  const lines = text.split(/\r?\n/).map((line) => line.toLowerCase());
  return new Set(lines.filter((line) => line !== ''));
}
