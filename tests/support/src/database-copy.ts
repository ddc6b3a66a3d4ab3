import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openSession } from '../../../apps/backend/src/database/sql.ts';
import { startDatabase, type RunningDatabase } from '../../../apps/backend/src/database/start.ts';
import type { TemporaryDatabaseOptions } from './database.ts';
import { databaseOptions, projectFolder } from './migrated-cluster.ts';
import { requestFromRun } from './serve-workers.ts';

/**
 * Opens a database of its own, with the platform and a project's migrations applied, on the PostgreSQL that
 * the files of this worker share. It takes a third of the time of a PostgreSQL of its own. Roles and their
 * settings belong to all databases of a PostgreSQL: a test that changes them, the settings of PostgreSQL, or
 * replication, calls `startTemporaryDatabase`. `stop` also removes the database.
 */
export async function openDatabaseCopy({
  supabaseFolder = projectFolder,
}: Pick<TemporaryDatabaseOptions, 'supabaseFolder'> = {}): Promise<RunningDatabase> {
  const url = new URL(await requestFromRun<string>(inject('sharedPostgres'), supabaseFolder));
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  const onServer = async (...statements: string[]) => {
    await using sql = await openSession(new URL('/template1', url).href, { name: 'test-support' });
    for (const statement of statements) await sql.unsafe(statement);
  };
  await onServer(
    `create database ${name} template postgres strategy file_copy`,
    // A copy gets neither the settings nor the privileges of its template.
    `insert into pg_db_role_setting
      select copy.oid, setrole, setconfig
      from pg_db_role_setting join pg_database as original on original.oid = setdatabase, pg_database as copy
      where original.datname = 'postgres' and copy.datname = '${name}'`,
    `update pg_database set datacl = (select datacl from pg_database where datname = 'postgres')
      where datname = '${name}'`,
  );
  const databaseUrl = new URL(`/${name}`, url).href;
  const running = await startDatabase({
    ...databaseOptions,
    dataDir: '',
    supabaseFolder,
    databaseUrl,
  });
  return {
    ...running,
    async stop() {
      await running.stop();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

const sharedCopies = new Map<string, Promise<RunningDatabase>>();

/** Opens a copy that all files of this worker use, for tests that find only what they made themselves. */
export function openSharedCopy(supabaseFolder: string): Promise<RunningDatabase> {
  const copy = sharedCopies.get(supabaseFolder) ?? openDatabaseCopy({ supabaseFolder });
  sharedCopies.set(supabaseFolder, copy);
  return copy;
}
