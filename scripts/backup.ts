// npm run backup -- FILE: a running installation's database, objects and keys in one file.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../apps/backend/src/operations/backup/back-up.ts';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { product } from '../apps/site-server/src/settings.ts';
import { calledFrom, dataDir } from './lib/run.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [file, ...rest] = positionals;
if (!file || rest.length > 0) {
  console.error('Name the file: npm run backup -- FILE');
  process.exit(1);
}

try {
  const path = resolve(calledFrom, file);
  await backUp(dataDir(), path, product);
  const { size } = await stat(path);
  console.log(
    `${path}, ${(size / 1e6).toFixed(1)} MB. It holds every key: keep it as you keep them.`,
  );
} catch (error) {
  console.error(describeFailure(error, dirname(resolve(calledFrom, file)), process.env.LOG_LEVEL));
  process.exitCode = 1;
}
