import type { Caller } from '../http/caller.ts';
import { CallerConnections } from './caller-connections.ts';
import { asText } from './connection.ts';
import { listen, type Listener } from './listen.ts';
import { scopeOf, type Access } from './scope.ts';
import { openSql, type Sql, type TransactionSql } from './sql.ts';

/** One statement with its parameters, each as PostgreSQL's text form or null. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Keep the plan on the connection: for texts that will come again. */
  readonly prepare?: boolean;
}

export type Row = Record<string, string | null>;

export interface CallerOptions {
  /** `read only` refuses writes, as PostgREST does for GET and HEAD. */
  readonly access?: Access;
}

/** The database as the services see it: as its owner for their own books, and as a caller. */
export interface Database {
  /** Superuser connections, for the services' own bookkeeping. Never runs a caller's statement. */
  readonly admin: Sql;
  /**
   * Runs one statement as the caller, in a transaction of its own, in one round trip.
   * Values go in and come out as PostgreSQL's text.
   * @throws {DatabaseError} as PostgreSQL words it
   * @throws {ConnectionLostError}
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Row[]>;
  /**
   * Runs several statements as the caller in one transaction, which is rolled
   * back when the work throws. Rows are PostgreSQL's text.
   */
  transactionAs<T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel as the database's owner, also after the connection was lost.
   * @returns what ends that
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Sizes of the pools. */
interface PoolSizes {
  readonly admin: number;
  /** For single statements of callers. */
  readonly statements: number;
  /** For callers' transactions of several statements. */
  readonly transactions: number;
}

const usualSizes: PoolSizes = { admin: 8, statements: 10, transactions: 6 };

/**
 * Opens the pools.
 *
 * @param adminUrl superuser's connection
 * @param authenticatorUrl connection of the role that requests log in as
 */
export function openDatabase(
  adminUrl: string,
  authenticatorUrl: string,
  sizes = usualSizes,
): Database {
  const admin = openSql(adminUrl, sizes.admin, { name: 'undertone' });
  const statements = new CallerConnections(authenticatorUrl, sizes.statements);
  const transactions = openSql(authenticatorUrl, sizes.transactions, {
    name: 'undertone-requests',
    types: asText,
  });

  return {
    admin,
    asCaller: (caller, statement, { access = 'read write' } = {}) =>
      statements.run(scopeOf(caller, access), statement),
    transactionAs: (caller, work) =>
      transactions.begin(async (sql) => {
        const { text, values } = scopeOf(caller, 'read write');
        await sql.unsafe(text, values, { prepare: true });
        return work(sql);
      }),
    listen: (channel, listener) => listen(adminUrl, channel, listener),
    async close() {
      await Promise.all([admin.end(), statements.close(), transactions.end()]);
    },
  };
}
