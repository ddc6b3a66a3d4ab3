// Writes packages/database-types from the migrations: starts a temporary
// database, migrates it and lets the Supabase CLI describe it.
// With --check it writes nothing, and fails when the file is stale.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTemporaryDatabase } from '../tests/support/src/database.ts';

const run = promisify(execFile);

const root = join(import.meta.dirname, '..');
const binaries = join(root, 'node_modules/.bin');
const target = join(root, 'packages/database-types/src/database.ts');

async function generate(databaseUrl) {
  const { stdout } = await run(
    join(binaries, 'supabase'),
    'gen types --lang typescript --schema public --remote'
      .split(' ')
      .concat(`${databaseUrl}?sslmode=disable`),
    // Elsewhere than in the project, where the CLI would leave a folder of its own.
    { cwd: tmpdir(), env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' } },
  );
  if (!stdout.includes('export type Database')) {
    throw new Error(`The Supabase CLI generated no types: ${stdout}`);
  }
  return `// Generated from supabase/migrations by scripts/generate-database-types.mjs.\n${stdout}`;
}

async function format(source) {
  const formatting = run(join(binaries, 'oxfmt'), ['--stdin-filepath=database.ts'], { cwd: root });
  formatting.child.stdin.end(source);
  return (await formatting).stdout;
}

const database = await startTemporaryDatabase();
let types;
try {
  types = await format(await generate(database.url));
} finally {
  await database.stop();
}

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== types) {
    console.error(
      'packages/database-types is stale: run `node scripts/generate-database-types.mjs`.',
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(target, types);
}
