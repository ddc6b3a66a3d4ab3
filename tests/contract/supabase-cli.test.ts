import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  startEmptyProject,
  startTemporaryDatabase,
  type EmptyProject,
} from '@undertone/test-support/database';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMigrations } from '../../apps/backend/src/database/migrations.ts';
import { openSession } from '../../apps/backend/src/database/sql.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

let project: string;
let hosted: EmptyProject;

/** The CLI works on a copy of the folder, since it leaves files beside the folder. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'undertone-project-'));
  await cp(join(root, 'supabase'), join(project, 'supabase'), { recursive: true });
  hosted = await startEmptyProject();
});
afterAll(async () => {
  await hosted.stop();
  await rm(project, { recursive: true, force: true });
});

/** Runs `supabase db push` without access to the network. */
const push = async (databaseUrl: string, ...flags: string[]): Promise<string> => {
  const nowhere = 'http://127.0.0.1:9';
  const { stdout, stderr } = await run(
    join(root, 'node_modules/.bin/supabase'),
    ['db', 'push', `--remote=${databaseUrl}?sslmode=disable`, '--workdir', project, ...flags],
    {
      env: {
        PATH: process.env.PATH,
        HOME: project,
        SUPABASE_YES: '1',
        DO_NOT_TRACK: '1',
        SUPABASE_TELEMETRY_DISABLED: '1',
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
      },
    },
  );
  return stdout + stderr;
};

const recordedVersions = async (databaseUrl: string): Promise<string[]> => {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  await sql.end();
  return rows.map(({ version }) => version);
};

it('the Supabase CLI applies the migrations to an empty project, and records them as applied', async () => {
  expect(await push(hosted.url)).toContain('Finished supabase db push');
  expect(await push(hosted.url, '--dry-run')).toContain('up to date');
}, 120_000);

it('the CLI finds nothing to apply to a database that the backend migrated, and both record the same migrations', async () => {
  const migrated = await startTemporaryDatabase();
  try {
    expect(await push(migrated.url, '--dry-run')).toContain('up to date');
    expect(await recordedVersions(migrated.url)).toEqual(await recordedVersions(hosted.url));
  } finally {
    await migrated.stop();
  }
}, 120_000);

it('the backend accepts the migrations as the CLI has recorded them', async () => {
  const sql = await openSession(hosted.url, { name: 'test' });
  try {
    await expect(checkMigrations(sql, join(root, 'supabase/migrations'))).resolves.toBeUndefined();
  } finally {
    await sql.end();
  }
});
