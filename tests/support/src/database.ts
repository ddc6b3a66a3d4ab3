import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyInitialSchema } from '../../../apps/backend/src/database/initial-schema.ts';
import { startPostgres, superuser } from '../../../apps/backend/src/database/postgres-server.ts';
import { openSession } from '../../../apps/backend/src/database/sql.ts';
import { startDatabase, type RunningDatabase } from '../../../apps/backend/src/database/start.ts';
import { freePort } from '../../../apps/backend/src/lib/free-port.ts';
import {
  clusterPassword,
  copyEmptyCluster,
  copyMigratedCluster,
  databaseOptions,
  projectFolder,
  temporarySettings,
} from './migrated-cluster.ts';

export interface TemporaryDatabaseOptions {
  /** The project whose migrations are applied; this one by default. */
  readonly supabaseFolder?: string;
  /** Further settings of PostgreSQL. */
  readonly settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL in a new temporary folder, with the platform and a project's migrations
 * applied. `stop` also removes the folder.
 */
export async function startTemporaryDatabase({
  supabaseFolder = projectFolder,
  settings = {},
}: TemporaryDatabaseOptions = {}): Promise<RunningDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-database-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    await copyMigratedCluster(dataDir, supabaseFolder);
    const running = await startDatabase({
      ...databaseOptions,
      dataDir,
      supabaseFolder,
      settings: { ...temporarySettings, ...settings },
    });
    return {
      ...running,
      async stop() {
        await running.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** A PostgreSQL like that of a new project on hosted Supabase, without migrations. */
export interface EmptyProject {
  /** The connection string of `postgres`, the role that migrations run as. */
  readonly url: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a new temporary folder, with the platform's roles and schemas alone. */
export async function startEmptyProject(): Promise<EmptyProject> {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-empty-'));
  const password = clusterPassword;
  await copyEmptyCluster(folder);
  const server = await startPostgres(
    join(folder, 'postgres'),
    password,
    () => undefined,
    temporarySettings,
  );
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const urlOf = (user: string) =>
    `postgres://${user}:${password}@127.0.0.1:${server.port}/postgres`;
  try {
    const sql = await openSession(urlOf(superuser), { name: 'test-support' });
    await applyInitialSchema(sql, password);
    await sql.end();
    return { url: urlOf('postgres'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A PostgreSQL that the backend does not manage. */
export interface ExternalPostgres {
  readonly port: number;
  /** The connection string of a role; all roles have the same password. */
  urlOf(role: string): string;
  /** Runs SQL as the superuser, which is called `admin`. */
  run(statements: string): Promise<void>;
  /** Stops PostgreSQL; its address stays free. */
  halt(): Promise<void>;
  /** Starts PostgreSQL again at the same address. */
  resume(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

export interface ExternalPostgresOptions {
  /** Whether a backend has migrated the database before. */
  readonly isMigrated?: boolean;
  /** Further settings of PostgreSQL. */
  readonly settings?: Record<string, string>;
}

/** Starts a plain PostgreSQL with a superuser of an uncommon name, at an address that restarts keep. */
export async function startExternalPostgres({
  isMigrated = false,
  settings = {},
}: ExternalPostgresOptions = {}): Promise<ExternalPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-external-'));
  const password = clusterPassword;
  await (isMigrated ? copyMigratedCluster(folder) : copyEmptyCluster(folder));
  const port = await freePort();
  const start = async () =>
    startPostgres(join(folder, 'postgres'), password, () => undefined, {
      ...temporarySettings,
      ...settings,
      port: String(port),
    });
  let server = await start();
  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
  const runAs = async (role: string, statements: string) => {
    const sql = await openSession(urlOf(role), { name: 'test-support' });
    try {
      await sql.unsafe(statements);
    } finally {
      await sql.end();
    }
  };
  await runAs(superuser, `create role admin superuser login password '${password}'`);
  return {
    port,
    urlOf,
    run: (statements) => runAs('admin', statements),
    halt: () => server.stop(),
    async resume() {
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
