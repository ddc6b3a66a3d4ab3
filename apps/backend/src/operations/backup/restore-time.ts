import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../lib/error-code.ts';

const pathIn = (folder: string): string => join(folder, 'restored-at');

/** Writes the present time to a data folder that is being made from a backup. */
export const writeRestoreTime = (folder: string): Promise<void> =>
  writeFile(pathIn(folder), new Date().toISOString(), { mode: 0o600 });

/** When a data folder was made from a backup, ISO 8601; null if it was not. */
export const readRestoreTime = (dataDir: string): Promise<string | null> =>
  readFile(pathIn(dataDir), 'utf8').catch(nullIfMissing);
