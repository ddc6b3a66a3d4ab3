// npm run redraw-waveforms [-- --again]: measures the waveforms of all stored drops again, for drops of an
// earlier version, which measured them in another way. With SUPABASE_URL and SUPABASE_SECRET_KEY those of a
// Supabase, otherwise those of the backend that runs on DATA_DIR. A run that was stopped continues where it
// ended; --again begins at the first drop.
import { createClient } from '@supabase/supabase-js';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRunningFile } from '../apps/backend/src/operations/running-file.ts';
import { product } from '../apps/site-server/src/settings.ts';
import type { Database } from '../packages/database-types/src/database.ts';
import { redrawWaveforms } from './lib/redraw-waveforms.ts';
import { dataDir, root } from './lib/run.ts';

const { SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: supabaseKey } = process.env;
const server =
  supabaseUrl && supabaseKey
    ? { url: supabaseUrl, secretKey: supabaseKey }
    : await readRunningFile(dataDir(), product);
if (!server) {
  console.error(
    'Start the backend first (npm start), or set SUPABASE_URL and SUPABASE_SECRET_KEY.',
  );
  process.exit(1);
}
const { url, secretKey } = server;
const client = createClient<Database>(url, secretKey, { auth: { persistSession: false } });

/** The id of the last drop that was redrawn on this server. */
const progressFile = join(root, '.cache/redraw-waveforms', encodeURIComponent(url));
if (process.argv.includes('--again')) await rm(progressFile, { force: true });
const after = await readFile(progressFile, 'utf8').catch(() => null);
if (after !== null) console.log(`Continuing after drop ${after}.`);
await mkdir(dirname(progressFile), { recursive: true });

let redrawn = 0;
let failed = 0;
for await (const batch of redrawWaveforms(client, after)) {
  redrawn += batch.redrawn;
  failed += batch.failures.length;
  for (const { id, cause } of batch.failures) {
    console.error(`Drop ${id}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  await writeFile(progressFile, batch.last);
  console.log(`${redrawn} waveforms redrawn, ${failed} failed.`);
}
await rm(progressFile, { force: true });
if (redrawn + failed === 0) console.log('There are no drops.');
if (failed > 0) process.exitCode = 1;
