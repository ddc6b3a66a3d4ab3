import { DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg';

/** How long a connection is waited for, ms. */
export const patience = 10_000;

/** How long a connection lives, seconds, so that what it grew by is given back. */
const maximumLifetime = 60 * 60;

/** How long a connection that nobody needs is kept, ms. */
const idleTime = 5 * 60_000;

/** How long nothing may come before it is seen whether the other side is still there, ms. */
const keepAliveDelay = 60_000;

/** How long an end may take, ms. */
const endPatience = 5000;

/** There is no connection to the database, or no more; `cause` says why. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';

  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** date, timestamp, timestamptz: as JavaScript reads them, for which `infinity` is no time. */
const timeTypes: ReadonlySet<number> = new Set([1082, 1114, 1184]);

/** Rows of JavaScript's own values; bigint and numeric, which those cannot hold, as text. */
const asValues: ClientConfig['types'] = {
  getTypeParser: (type, format) =>
    timeTypes.has(type) ? (text: string) => new Date(text) : types.getTypeParser(type, format),
};

/** Rows of PostgreSQL's text. */
export const asText: ClientConfig['types'] = {
  getTypeParser: () => (text: string) => text,
};

export interface ConnectionOptions {
  /** What the connection is called in pg_stat_activity. */
  readonly name: string;
  /** Settings of the session. */
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly types?: ClientConfig['types'];
  /** Have statements that are sent at once share the way, each with a Sync of its own. */
  readonly pipeline?: boolean;
}

/** What a client is made with. */
export function clientConfig(url: string, options: ConnectionOptions): ClientConfig {
  const { name, settings = {}, types = asValues, pipeline = true } = options;
  const changed = new URL(url);
  // `sslmode` as PostgreSQL's own programs read it.
  changed.searchParams.set('uselibpqcompat', 'true');
  const flags = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  const all = [changed.searchParams.get('options') ?? '', ...flags].join(' ').trim();
  if (all !== '') changed.searchParams.set('options', all);
  return {
    connectionString: changed.href,
    application_name: name,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    types,
    pipeline,
  };
}

/** Opens a pool, which connects when it is first asked to. */
export function openPool(url: string, size: number, options: ConnectionOptions): Pool {
  const pool = new Pool({
    ...clientConfig(url, options),
    max: size,
    maxLifetimeSeconds: maximumLifetime,
    idleTimeoutMillis: idleTime,
  });
  // A lost connection is told to the statement on it; one that is idle is replaced when needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Ends a pool or a connection; goodbyes that nobody answers are waited for only so long. */
export async function end(open: { end(): Promise<void> }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, endPatience);
  await Promise.race([open.end(), promise]);
  clearTimeout(timer);
}

/** Codes that are a connection's last word. The severity is in the server's own language. */
const lastWords = /^(08|57P|25P0[34])/;

/**
 * Whether PostgreSQL refused a statement, and goes on. Anything else was the end of a
 * connection, and says nothing about what had been asked.
 */
export const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && !lastWords.test(error.code ?? '');

/** Whether a connection is of no more use. */
const isLast = (error: unknown): boolean =>
  error instanceof ConnectionLostError || (error instanceof DatabaseError && !isRefusal(error));

/**
 * Runs work on a connection of the pool. One that breaks is not used again.
 * @throws {ConnectionLostError} when there is none
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
    isBroken = isLast(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * What a statement gave.
 * @throws {DatabaseError} as PostgreSQL words it
 * @throws {ConnectionLostError} when PostgreSQL said nothing
 */
export async function answerOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DatabaseError ? error : new ConnectionLostError(error);
  }
}
