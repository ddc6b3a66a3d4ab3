import { DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg';

/** How long connecting may take, ms. */
export const connectTimeout = 10_000;

/** The lifetime of a connection, seconds, so that its PostgreSQL process gives memory back. */
const maximumLifetime = 60 * 60;

/** How long an idle connection is kept, ms. */
const idleTime = 5 * 60_000;

/** Silence after which TCP keep-alive probes the connection, ms. */
const keepAliveDelay = 60_000;

/** How long closing may take, ms. */
const endTimeout = 5000;

/** The connection to the database could not be made or was lost; `cause` says why. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** date, timestamp and timestamptz become JavaScript dates; `infinity` becomes an invalid date. */
const timeTypes: ReadonlySet<number> = new Set([1082, 1114, 1184]);

/** Values of rows as JavaScript values; bigint and numeric, which do not fit, as text. */
const asValues: ClientConfig['types'] = {
  getTypeParser: (type, format) =>
    timeTypes.has(type) ? (text: string) => new Date(text) : types.getTypeParser(type, format),
};

/** Values of rows as PostgreSQL's text. */
export const asText: ClientConfig['types'] = {
  getTypeParser: () => (text: string) => text,
};

export interface ConnectionOptions {
  /** The application_name in pg_stat_activity. */
  readonly name: string;
  /** PostgreSQL's settings for the session. */
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly types?: ClientConfig['types'];
  /** Send statements without waiting for the results of earlier ones, each with a Sync of its own. */
  readonly pipeline?: boolean;
}

/** The configuration of a client. */
export function clientConfig(url: string, options: ConnectionOptions): ClientConfig {
  const { name, settings = {}, types = asValues, pipeline = true } = options;
  const changed = new URL(url);
  // Interprets `sslmode` as libpq does.
  changed.searchParams.set('uselibpqcompat', 'true');
  const flags = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  const all = [changed.searchParams.get('options') ?? '', ...flags].join(' ').trim();
  if (all !== '') changed.searchParams.set('options', all);
  return {
    connectionString: changed.href,
    application_name: name,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    types,
    pipeline,
  };
}

/**
 * Deletes the variables PGSSLMODE, PGOPTIONS and so on from the environment, from which node-postgres takes
 * what a connection string lacks. They are about the operator's other servers, and the embedded one, whose
 * address is complete, would refuse its own client because of them.
 */
export function ignorePostgresVariables(env: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(env)) if (name.startsWith('PG')) delete env[name];
}

/** Opens a pool, which connects when a connection is first needed. */
export function openPool(url: string, size: number, options: ConnectionOptions): Pool {
  const pool = new Pool({
    ...clientConfig(url, options),
    max: size,
    maxLifetimeSeconds: maximumLifetime,
    idleTimeoutMillis: idleTime,
  });
  // A statement on a lost connection rejects; an idle lost connection is replaced when needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Closes a pool or a connection, or gives up after `endTimeout`. */
export async function end(open: { end(): Promise<void> }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, endTimeout);
  await Promise.race([open.end(), promise]);
  clearTimeout(timer);
}

/** SQLSTATEs that end a connection. The severity cannot be used, since it is localised. */
const fatalCodes = /^(08|57P|25P0[34])/;

/**
 * Whether an error is PostgreSQL's refusal of a statement, on a connection that is still usable. Other
 * errors are about the connection and not about the statement.
 */
export const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && !fatalCodes.test(error.code ?? '');

/** Whether an error means that the connection cannot be used any more. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof ConnectionLostError || (error instanceof DatabaseError && !isRefusal(error));

/** SQLSTATEs of a transaction that was rolled back because of another one: serialization failures and deadlocks. */
const conflictCodes: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * Runs a transaction, and once more if it was rolled back because of another one.
 * @param transaction has no effect outside the database
 */
export async function repeatOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof DatabaseError && conflictCodes.has(error.code ?? ''))) throw error;
    return transaction();
  }
}

/**
 * Runs work on a connection of the pool, which drops the connection when it was lost.
 * @throws {ConnectionLostError} when there is no connection
 */
export async function withConnection<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new ConnectionLostError(error);
  });
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = isConnectionError(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Waits for the result of a statement.
 * @throws {DatabaseError} PostgreSQL's error
 * @throws {ConnectionLostError} for every other error
 */
export async function resultOf<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new ConnectionLostError(error);
  }
}
