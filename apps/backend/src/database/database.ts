import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Caller } from '../http/caller.ts';
import { CallerConnections } from './caller-connections.ts';
import { scopeText, scopeValues, type Access } from './scope.ts';

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
   * @throws {postgres.PostgresError} as PostgreSQL words it
   * @throws {Error} with code `CONNECTION_CLOSED`
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Row[]>;
  /**
   * Runs several statements as the caller in one transaction, which is rolled
   * back when the work throws.
   */
  transactionAs<T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const asText = {
  to: 25,
  // bool, bytea, json, date, timestamp, timestamptz, jsonb: types for which postgres.js would
  // reformat a value on its way in or out. Here text goes in and text comes out.
  from: [16, 17, 114, 1082, 1114, 1184, 3802],
  serialize: (value: unknown) => value,
  parse: (value: string) => value,
};

const quietly = {
  onnotice: () => undefined,
  // Seconds until a lost connection is tried again. The driver's own goes up to 20, for which an
  // outside PostgreSQL that is back would be reported as gone.
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
};

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
  const admin = postgres(adminUrl, {
    max: sizes.admin,
    ...quietly,
    connection: { application_name: 'undertone' },
  });
  const statements = new CallerConnections(authenticatorUrl, sizes.statements);
  const transactions = postgres(authenticatorUrl, {
    max: sizes.transactions,
    ...quietly,
    types: { text: asText },
    connection: { application_name: 'undertone-requests' },
  });

  return {
    admin,
    asCaller: (caller, statement, { access = 'read write' } = {}) =>
      statements.run(scopeValues(caller, access), statement),
    async transactionAs(caller, work) {
      // Boxed, since postgres.js' own type unwraps arrays of promises.
      const { result } = await transactions.begin(async (sql) => {
        await sql.unsafe(scopeText, scopeValues(caller, 'read write'), { prepare: true });
        return { result: await work(sql) };
      });
      return result;
    },
    async close() {
      await Promise.all([
        admin.end({ timeout: 5 }),
        statements.close(),
        transactions.end({ timeout: 5 }),
      ]);
    },
  };
}
