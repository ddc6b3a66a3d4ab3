import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyMigratedCluster } from '@undertone/test-support/migrated-cluster';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDatabase, type RunningDatabase } from './start.ts';

let folder: string;
let running: RunningDatabase | undefined;

const makeFolder = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-migrations-'));
  await mkdir(join(folder, 'migrations'));
  await copyMigratedCluster(folder, folder);
};
const removeFolder = async (): Promise<void> => {
  // Hooks of a group run before those of the file.
  await stop();
  await rm(folder, { recursive: true, force: true });
};
const stop = async (): Promise<void> => {
  await running?.stop();
  running = undefined;
};
afterEach(stop);

const start = async (migrations: Record<string, string>): Promise<RunningDatabase> => {
  for (const [name, sql] of Object.entries(migrations)) {
    await writeFile(join(folder, 'migrations', `${name}.sql`), sql);
  }
  running = await startDatabase({
    dataDir: folder,
    supabaseFolder: folder,
    databaseUrl: null,
    vaultKey: 'vault-key-of-tests',
    password: 'test',
    onLog: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  return running;
};

describe('a migration', () => {
  beforeEach(makeFolder);
  afterEach(removeFolder);

  it('finds extensions without a schema name, at the first start and at later ones', async () => {
    const first = await start({
      '1_keys': `
        create table public.keys (id uuid default uuid_generate_v4(), path text);
        insert into public.keys (path) values (current_setting('search_path'));`,
    });
    const [key] = await first.database.admin`select id is not null as is_made, path from keys`;
    expect(key).toEqual({ is_made: true, path: '"$user", public, extensions' });
    await stop();

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

describe('a start with other migrations than those that were applied', () => {
  const people = 'create table public.people (name text); -- People.\n';
  const migrations = { '1_people': people, '3_ann': `insert into people values ('Ann')` };

  /** What the database holds, and what it records. */
  const readPeople = ({ database }: RunningDatabase) =>
    database.admin`
      select name, (select array_agg(version order by version) from supabase_migrations.schema_migrations) as versions
      from people`;

  // The tests share a folder: a start that is refused leaves it as it was.
  beforeAll(async () => {
    await makeFolder();
    await start(migrations);
    await stop();
  });
  afterAll(removeFolder);

  it.each([
    ['1', 'is unknown', () => unlink(join(folder, 'migrations/1_people.sql'))],
    ['3', 'is newer', () => unlink(join(folder, 'migrations/3_ann.sql'))],
    [
      '1',
      'differs',
      () => writeFile(join(folder, 'migrations/1_people.sql'), people.replace('text', 'int')),
    ],
  ])(
    'is refused if migration %s %s, and changes nothing in the data folder',
    async (version, difference, change) => {
      await change();
      await writeFile(join(folder, 'migrations/2_bob.sql'), `insert into people values ('Bob')`);
      await expect(start({})).rejects.toThrow(
        new RegExp(
          `^The database was made with the migration ${version}, which ${difference}[^.]*0\\.2\\.0 cannot be kept: .*\\.$`,
        ),
      );
      await unlink(join(folder, 'migrations/2_bob.sql'));
      const again = await start(migrations);
      expect(again.migrated).toEqual([]);
      expect(await readPeople(again)).toEqual([{ name: 'Ann', versions: ['1', '3'] }]);
    },
  );

  it('applies a migration that is new in the folder', async () => {
    const { migrated } = await start({ '4_bob': `insert into people values ('Bob')` });
    expect(migrated).toEqual(['4']);
  });

  it('is refused if the initial schema was another one', async () => {
    const { database } = await start({});
    await database.admin`insert into backend.platform_files values ('00-first.sql', 'select 1')`;
    await stop();
    await expect(start({})).rejects.toThrow(
      'The database was made with the initial schema 00-first.sql, which is unknown to this program',
    );
  });
});
