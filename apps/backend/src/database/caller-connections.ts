import type { Pool, PoolClient } from 'pg';
import { answerOf, end, openPool, withConnection } from './connection.ts';
import type { Row, Statement } from './database.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Scope } from './scope.ts';
import { ScopedQuery } from './scoped-query.ts';

/** The connections that single statements of callers run on. */
export class CallerConnections {
  readonly #pool: Pool;
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>();

  /**
   * @param url of the role that requests log in as
   * @param size connections at most
   */
  constructor(url: string, size: number) {
    // Queries of one's own share no connection.
    this.#pool = openPool(url, size, { name: 'undertone-requests', pipeline: false });
  }

  /**
   * Runs a statement within a scope, in one transaction and one round trip.
   * @throws {DatabaseError} as PostgreSQL words it
   * @throws {ConnectionLostError} when there is no connection, or no more
   */
  run(scope: Scope, statement: Statement): Promise<Row[]> {
    return withConnection(this.#pool, (client) => {
      const prepared = this.#preparedOn(client);
      const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
      client.query(new ScopedQuery(scope, statement, prepared, { resolve, reject }));
      return answerOf(promise);
    });
  }

  #preparedOn(client: PoolClient): PreparedStatements {
    let prepared = this.#prepared.get(client);
    if (!prepared) this.#prepared.set(client, (prepared = new PreparedStatements()));
    return prepared;
  }

  close(): Promise<void> {
    return end(this.#pool);
  }
}
