import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDatabase, type RunningDatabase } from './start.ts';

let folder: string;
let running: RunningDatabase | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-migrations-'));
  await mkdir(join(folder, 'migrations'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

const start = async (migrations: Record<string, string>): Promise<RunningDatabase> => {
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(join(folder, 'migrations', `${name}.sql`), sql);
  }
  running = await startDatabase({
    dataDir: folder,
    supabaseFolder: folder,
    databaseUrl: null,
    password: 'test',
    onLog: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  return running;
};

describe('a migration', () => {
  it('finds extensions without a schema name, at the first start and at later ones', async () => {
    const first = await start({
      '1_keys': `
        create table public.keys (id uuid default uuid_generate_v4(), path text);
        insert into public.keys (path) values (current_setting('search_path'));`,
    });
    const [key] = await first.database.admin`select id is not null as is_made, path from keys`;
    expect(key).toEqual({ is_made: true, path: '"$user", public, extensions' });
    await first.stop();

    const second = await start({
      '2_more': `insert into public.keys (path) values (current_setting('search_path'));`,
    });
    expect(second.migrated).toEqual(['2']);
    const paths = await second.database.admin`select distinct path from keys`;
    expect(paths).toEqual([{ path: '"$user", public, extensions' }]);
  });

  it('keeps its session settings from the next migration', async () => {
    const { database } = await start({
      '1_elsewhere': `set search_path = 'nowhere'; set statement_timeout = '9min';`,
      '2_here': `create table public.found as
        select current_setting('search_path') as path, current_setting('statement_timeout') as patience;`,
    });
    expect(await database.admin`select * from found`).toEqual([
      { path: '"$user", public, extensions', patience: '0' },
    ]);
  });

  it('can change the settings of callers’ roles, as on hosted Supabase', async () => {
    const { database } = await start({
      '1_settings': `
        alter role authenticator set statement_timeout = '20s';
        alter role authenticator set pgrst.db_max_rows = '500';
        alter role anon set statement_timeout = '2s';
        alter role service_role set statement_timeout = '90s';`,
    });
    const [row] = await database.admin`
      select rolconfig, pg_has_role('postgres', oid, 'set') as may_become
      from pg_roles where rolname = 'authenticator'`;
    expect(row?.rolconfig).toContain('statement_timeout=20s');
    expect(row?.rolconfig).toContain('pgrst.db_max_rows=500');
    expect(row?.may_become).toBe(false);
  });
});
