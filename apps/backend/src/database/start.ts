import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { admissionOf, poolSizes } from '../config/admission.ts';
import { readLimits, type Limits } from '../config/limits.ts';
import { ignorePostgresVariables, type ConnectionOptions } from './connection.ts';
import { openDatabase, type ConnectionRules, type Database } from './database.ts';
import { applyMigrations, checkMigrations } from './migrations.ts';
import { checkExternalPostgres } from './external-postgres.ts';
import { applyInitialSchema, checkInitialSchema } from './initial-schema.ts';
import { replaceMissingBypass } from './row-security-bypass.ts';
import { startPostgres, superuser } from './postgres-server.ts';
import { openSession, type Sql } from './sql.ts';

export interface DatabaseOptions {
  readonly dataDir: string;
  /** The folder whose migrations/ are applied. */
  readonly supabaseFolder: string;
  /** An external PostgreSQL; null starts the embedded one. */
  readonly databaseUrl: string | null;
  /** Password of the embedded superuser and of the role that requests log in as. */
  readonly password: string;
  /** The key of the secrets in the schema `vault`, base64url. */
  readonly vaultKey: string;
  /** Receives PostgreSQL's warnings and errors. */
  readonly onLog: (line: string) => void;
  /** Receives a line for each long step. */
  readonly onStep?: (step: string) => void;
  readonly settings?: Record<string, string>;
  /** The limits that the operator has set. */
  readonly limits?: Limits;
}

export interface RunningDatabase {
  readonly database: Database;
  /** Connection string of the embedded superuser, or DATABASE_URL. */
  readonly url: string;
  /** The same for sessions that can use the schema `vault`. */
  readonly vaultUrl: string;
  /** Connection string of the role that requests log in as. */
  readonly authenticatorUrl: string;
  /**
   * Opens a session in which nobody but a role acts: the role itself logs in, so that no statement of the
   * session can become another one.
   * @throws {ConnectionLostError} also for a role that the backend cannot log in as: one other than that of
   *   `url` and `postgres`
   */
  openSessionOf(role: string, options: ConnectionOptions): Promise<Sql>;
  /** Versions of the migrations applied at this start. */
  readonly migrated: readonly string[];
  /** Resolves if the embedded server ends; never for an external one. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Connections for the services' own statements, which are short and do not wait for locks. */
const adminConnections = 6;

/** Connections of realtime, jobs, health checks, listeners, migrations and replication, and some for the operator. */
const otherConnections = 32;

/** How long statements of auth and of uploads wait for a lock, ms. */
const lockWait = { auth: 2000, uploads: 2000 };

const connectionRules = (limits: Limits): ConnectionRules => ({
  ...admissionOf(limits).connections,
  admin: adminConnections,
  auth: poolSizes(limits).auth,
  lockWait,
});

/** `max_connections` of the embedded PostgreSQL: at least its default of 100. */
const maximumConnections = ({ reads, writes, uploads, admin, auth }: ConnectionRules): number =>
  Math.max(100, reads.slots + writes.slots + uploads.slots + admin + auth + otherConnections);

const withUser = (url: string, user: string, password: string): string => {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
};

/**
 * Adds the vault's key to a connection string. It is a setting of the sessions that the backend opens, so
 * that PostgreSQL never stores it.
 */
const withVaultKey = (url: string, key: string): string => {
  const changed = new URL(url);
  const options = changed.searchParams.get('options') ?? '';
  changed.searchParams.set('options', `${options} -c backend.vault_key=${key}`.trim());
  // libpq, and so psql, does not read a plus sign as a space.
  changed.search = changed.search.replaceAll('+', '%20');
  return changed.href;
};

async function inSession<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const settings = { client_min_messages: 'warning' };
  await using sql = await openSession(url, { name: 'backend', settings });
  return await work(sql);
}

/**
 * Starts or connects to PostgreSQL, applies the initial schema and the migrations, and opens the pools.
 * Changes nothing in a database that was made with other files.
 *
 * @throws {DatabaseUnusableError} when an external PostgreSQL cannot be reached or does not meet the requirements
 * @throws {OperatorError} when the database was made with an unknown, changed or newer migration
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const {
    dataDir,
    supabaseFolder,
    databaseUrl,
    password,
    vaultKey,
    onLog,
    onStep = () => undefined,
  } = options;
  const rules = connectionRules(options.limits ?? readLimits({}));
  const settings = { max_connections: String(maximumConnections(rules)), ...options.settings };
  if (databaseUrl) await checkExternalPostgres(databaseUrl);
  else ignorePostgresVariables();
  const databaseDir = join(dataDir, 'postgres');
  if (!databaseUrl && !(await stat(databaseDir).catch(() => null))) onStep('Making the database…');
  const server = databaseUrl ? null : await startPostgres(databaseDir, password, onLog, settings);
  const url =
    databaseUrl ?? `postgres://${superuser}:${password}@127.0.0.1:${server?.port}/postgres`;
  const vaultUrl = withVaultKey(url, vaultKey);
  const migrationsFolder = join(supabaseFolder, 'migrations');
  try {
    const { setsPassword } = await inSession(url, async (sql) => {
      await checkMigrations(sql, migrationsFolder);
      await checkInitialSchema(sql);
      return applyInitialSchema(sql, password);
    });
    // A new session, since settings that the initial schema makes for the database apply to new sessions.
    const migrated = await inSession(vaultUrl, async (sql) => {
      const versions = await applyMigrations(sql, migrationsFolder, onStep);
      await replaceMissingBypass(sql);
      return versions;
    });
    const authenticatorUrl = withUser(url, 'authenticator', password);
    const database = openDatabase(vaultUrl, withUser(vaultUrl, 'authenticator', password), rules);
    return {
      database,
      url,
      vaultUrl,
      authenticatorUrl,
      openSessionOf(role, sessionOptions) {
        if (role === decodeURIComponent(new URL(url).username))
          return openSession(vaultUrl, sessionOptions);
        if (role !== 'postgres' || setsPassword) {
          return openSession(withUser(vaultUrl, role, password), sessionOptions);
        }
        // An external cluster's own role, whose password is unknown.
        const asRole = { ...sessionOptions.settings, role };
        return openSession(vaultUrl, { ...sessionOptions, settings: asRole });
      },
      migrated,
      ended: server?.ended ?? new Promise(() => undefined),
      async stop() {
        await database.close();
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}
