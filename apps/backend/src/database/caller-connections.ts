import { DatabaseError, Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import type { Row, Statement } from './database.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ScopedQuery } from './scoped-query.ts';

/** How long a connection lives, seconds, so that what it grew by is given back. */
const maximumLifetime = 60 * 60;

/** How long a statement waits for a connection, ms. */
const patience = 10_000;

/** The words of both drivers for what PostgreSQL refuses are those of postgres.js. */
const toPostgresError = (error: DatabaseError): postgres.PostgresError => {
  const { message, severity, code, detail, hint, schema, table, column, constraint } = error;
  return Object.assign(new postgres.PostgresError(''), {
    message,
    severity,
    code,
    detail,
    hint,
    schema_name: schema,
    table_name: table,
    column_name: column,
    constraint_name: constraint,
  });
};

/** In the words of postgres.js too: no answer of PostgreSQL has this code. */
const lost = (cause: unknown): Error =>
  Object.assign(new Error('The connection to the database was lost', { cause }), {
    code: 'CONNECTION_CLOSED',
  });

/** `sslmode` as PostgreSQL's own programs and postgres.js read it, not as node-postgres does. */
const withUsualModes = (url: string): string => {
  const changed = new URL(url);
  changed.searchParams.set('uselibpqcompat', 'true');
  return changed.href;
};

/** The connections that single statements of callers run on. */
export class CallerConnections {
  readonly #pool: Pool;
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>();

  /**
   * @param url of the role that requests log in as
   * @param size connections at most
   */
  constructor(url: string, size: number) {
    this.#pool = new Pool({
      connectionString: withUsualModes(url),
      max: size,
      connectionTimeoutMillis: patience,
      maxLifetimeSeconds: maximumLifetime,
      application_name: 'undertone-requests',
      keepAlive: true,
    });
    // A lost connection is told to the query on it; one that is idle is replaced when needed.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void client.on('error', () => undefined));
  }

  /**
   * Runs a statement within a scope, in one transaction and one round trip.
   * @throws {postgres.PostgresError} as PostgreSQL words it
   * @throws {Error} with code `CONNECTION_CLOSED` when there is no connection, or no more
   */
  async run(scope: readonly string[], statement: Statement): Promise<Row[]> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw lost(error);
    });
    let isBroken = true;
    try {
      const prepared = this.#preparedOn(client);
      const rows = await new Promise<Row[]>((resolve, reject) => {
        client.query(new ScopedQuery(scope, statement, prepared, { resolve, reject }));
      });
      isBroken = false;
      return rows;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw lost(error);
      // Of any other severity it is the last that the connection says.
      isBroken = error.severity !== 'ERROR';
      throw toPostgresError(error);
    } finally {
      client.release(isBroken);
    }
  }

  #preparedOn(client: PoolClient): PreparedStatements {
    let prepared = this.#prepared.get(client);
    if (!prepared) this.#prepared.set(client, (prepared = new PreparedStatements()));
    return prepared;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
