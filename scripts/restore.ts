// npm run restore -- FILE [--overwrite]: makes DATA_DIR out of a backup.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../apps/backend/src/backup/backup-error.ts';
import { restore } from '../apps/backend/src/backup/restore.ts';
import { AlreadyRunningError } from '../apps/backend/src/lock.ts';
import { calledFrom, dataDir } from './lib/places.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { overwrite: { type: 'boolean', default: false } },
});
const [file, ...rest] = positionals;
if (!file || rest.length > 0) {
  console.error('Say which: npm run restore -- FILE [--overwrite]');
  process.exit(1);
}

try {
  await restore(dataDir(), resolve(calledFrom, file), values);
  console.log(`${dataDir()} is as the backup has it. Start it with: npm start`);
} catch (error) {
  if (!(error instanceof BackupError || error instanceof AlreadyRunningError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
