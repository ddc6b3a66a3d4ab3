import type { Pool, PoolClient } from 'pg';
import type { Caller } from '../identity/caller.ts';
import { ConcurrencyLimit, type ConcurrencyRules } from '../lib/concurrency-limit.ts';
import type { RecentClients } from '../lib/recent-users.ts';
import { asText, end, openPool, repeatOnConflict, resultOf, withConnection } from './connection.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { scopeOf, scopeStatement, type Access } from './scope.ts';
import { ScopedQuery } from './scoped-query.ts';
import { transact, type TransactionSql } from './sql.ts';
import type { Row, Statement } from './statement.ts';

/** The connections that callers' statements of one purpose run on, with a limit for each client. */
export class CallerConnections {
  readonly #pool: Pool;
  readonly #turns: ConcurrencyLimit;
  readonly #prepared = new WeakMap<PoolClient, PreparedStatements>();

  /**
   * @param url connection string of the role that requests log in as
   * @param rules who may use how many connections; `slots` is the size of the pool
   * @param recent the clients that were active on connections of any purpose
   * @param settings of each connection's session
   */
  constructor(
    url: string,
    rules: ConcurrencyRules,
    recent: RecentClients,
    settings: Readonly<Record<string, number>> = {},
  ) {
    this.#turns = new ConcurrencyLimit(rules, recent);
    // Custom queries such as ScopedQuery cannot be pipelined.
    const options = { name: 'backend-requests', types: asText, pipeline: false, settings };
    this.#pool = openPool(url, rules.slots, options);
  }

  /** Connections in use, and requests that wait for one. */
  get load(): { readonly used: number; readonly waiting: number } {
    return this.#turns.load;
  }

  /**
   * Runs a statement as the caller, in one transaction and one round trip; a second time after a deadlock.
   * @throws {DatabaseError} PostgreSQL's error
   * @throws {ConnectionLostError}
   * @throws {RequestError} 429 or 503 when the caller gets no turn
   */
  run(caller: Caller, statement: Statement, access: Access): Promise<Row[]> {
    return this.#inTurn(caller, (client) => {
      const prepared = this.#preparedOn(client);
      const scope = scopeOf(caller, access);
      return repeatOnConflict(() => {
        const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
        client.query(new ScopedQuery(scope, statement, prepared, { resolve, reject }));
        return resultOf(promise);
      });
    });
  }

  /** Runs several statements as the caller in one transaction, with the same errors. */
  transact<T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return this.#inTurn(caller, (client) =>
      transact(client, async (sql) => {
        const { text, values } = scopeStatement(scopeOf(caller, 'read write'));
        await sql.unsafe(text, values, { prepare: true });
        return work(sql);
      }),
    );
  }

  #inTurn<T>(caller: Caller, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#turns.run(caller.client, () => withConnection(this.#pool, work));
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
