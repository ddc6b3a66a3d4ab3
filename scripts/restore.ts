// npm run restore -- FILE [--overwrite]: makes DATA_DIR out of a backup.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restore } from '../apps/backend/src/operations/backup/restore.ts';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { product } from '../apps/site-server/src/settings.ts';
import { calledFrom, dataDir } from './lib/run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { overwrite: { type: 'boolean', default: false } },
});
const [file, ...rest] = positionals;
if (!file || rest.length > 0) {
  console.error('Name the file: npm run restore -- FILE [--overwrite]');
  process.exit(1);
}

try {
  await restore(dataDir(), resolve(calledFrom, file), { product, ...values });
  console.log(`${dataDir()} is as the backup has it. Start it with: npm start`);
} catch (error) {
  console.error(describeFailure(error, dataDir(), process.env.LOG_LEVEL));
  process.exitCode = 1;
}
