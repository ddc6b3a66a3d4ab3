import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  applyInitialSchema,
  initialSchemaFolder,
} from '../../../apps/backend/src/database/initial-schema.ts';
import { applyMigrations } from '../../../apps/backend/src/database/migrations.ts';
import { startPostgres, superuser } from '../../../apps/backend/src/database/postgres-server.ts';
import { openSession, type Sql } from '../../../apps/backend/src/database/sql.ts';
import { loadSecrets } from '../../../apps/backend/src/operations/secrets.ts';
import { projectFolder, withoutDiskSyncs } from './migrated-cluster.ts';

/** An earlier state of the schema: the last of the files that had been applied, by name or version. */
export interface SchemaVersion {
  /** Of the initial schema, e.g. `07`. */
  readonly initialSchema: string;
  /** Of the migrations, e.g. `20261120003200`. */
  readonly migration: string;
}

/** The migrations of today that are newer than a version. */
export const migrationsAfter = async ({ migration }: SchemaVersion): Promise<string[]> =>
  (await readdir(join(projectFolder, 'migrations')))
    .map((name) => name.replace(/_.*/, ''))
    .filter((version) => version > migration)
    .sort();

/** Copies a folder's SQL files up to and with the last one. */
const copyUpTo = (last: string, from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    filter: (path) => path === from || basename(path).slice(0, last.length) <= last,
  });

/**
 * Makes a data folder whose database has the schema of an earlier version, by applying today's files up
 * to that one, as such a version left it: stopped, with its keys.
 *
 * @param fill writes what people have made by then, as the superuser whose connection string it gets
 */
export async function makeOlderDataDir(
  version: SchemaVersion,
  fill: (databaseUrl: string, dataDir: string) => Promise<void>,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-older-'));
  const schema = await mkdtemp(join(tmpdir(), 'undertone-schema-'));
  const { databasePassword } = await loadSecrets(dataDir);
  const server = await startPostgres(
    join(dataDir, 'postgres'),
    databasePassword,
    () => undefined,
    withoutDiskSyncs,
  );
  const url = `postgres://${superuser}:${databasePassword}@127.0.0.1:${server.port}/postgres`;
  const inSession = async (work: (sql: Sql) => Promise<unknown>) => {
    const sql = await openSession(url, { name: 'test-support' });
    try {
      await work(sql);
    } finally {
      await sql.end();
    }
  };
  try {
    const platform = join(schema, 'platform');
    const migrations = join(schema, 'migrations');
    await copyUpTo(version.initialSchema, initialSchemaFolder, platform);
    await copyUpTo(version.migration, join(projectFolder, 'migrations'), migrations);
    await inSession((sql) => applyInitialSchema(sql, databasePassword, platform));
    await inSession((sql) => applyMigrations(sql, migrations));
    await fill(url, dataDir);
    await server.stop();
    return dataDir;
  } catch (error) {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(schema, { recursive: true, force: true });
  }
}
