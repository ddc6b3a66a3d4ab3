import postgres, { type ReservedSql, type Sql, type TransactionSql } from 'postgres';
import type { Caller, Role } from '../http/caller.ts';

/** One statement with its parameters, each as PostgreSQL's text form or null. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Keep the plan on the connection: for texts of which there are few. */
  readonly prepare?: boolean;
}

export type Row = Record<string, string | null>;

export interface CallerOptions {
  /** `read only` refuses writes, as PostgREST does for GET and HEAD. */
  readonly access?: 'read only' | 'read write';
}

/** The database as the services see it: as its owner for their own books, and as a caller. */
export interface Database {
  /** Superuser connections, for the services' own bookkeeping. Never runs a caller's statement. */
  readonly admin: Sql;
  /**
   * Runs one statement as the caller, in a transaction of its own, in one round trip.
   * Values go in and come out as PostgreSQL's text.
   * @throws {postgres.PostgresError} as PostgreSQL words it
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Row[]>;
  /**
   * Runs several statements as the caller in one transaction, which is rolled
   * back when the work throws.
   */
  transactionAs<T>(caller: Caller, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** As the roles' settings in platform/01-roles-and-schemas.sql: a set role does not bring them along. */
const statementTimeout: Record<Role, string> = {
  anon: '3s',
  authenticated: '8s',
  service_role: '60s',
};

const scopeText = `select set_config('role', $1, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('statement_timeout', $6, true)`;

/** The one place where a request's role and claims are set. */
const scopeValues = ({ role, claims, request }: Caller): string[] => [
  role,
  JSON.stringify(claims ?? { role }),
  request.method,
  request.path,
  JSON.stringify(request.headers),
  statementTimeout[role],
];

const asText = {
  to: 25,
  // bool, bytea, json, date, timestamp, timestamptz, jsonb: types for which postgres.js would
  // reformat a value on its way in or out. Here text goes in and text comes out.
  from: [16, 17, 114, 1082, 1114, 1184, 3802],
  serialize: (value: unknown) => value,
  parse: (value: string) => value,
};

/**
 * For a statement without parameters postgres.js would choose the simple protocol, which keeps
 * no plan and takes several statements at once. Its types leave this option out.
 */
const extendedProtocol = { simple: false };

const quietly = {
  onnotice: () => undefined,
  // Seconds until a lost connection is tried again. The driver's own goes up to 20, for which an
  // outside PostgreSQL that is back would be reported as gone.
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
};

async function pipeline(
  connection: ReservedSql,
  caller: Caller,
  { text, values, prepare = false }: Statement,
  access: string,
): Promise<Row[]> {
  // All four are sent at once. Should one fail, PostgreSQL refuses those after it and
  // the commit rolls back; should even `begin` fail, authenticator itself has no rights.
  const begin = connection.unsafe(`begin ${access}`).execute();
  const scope = connection.unsafe(scopeText, scopeValues(caller), { prepare: true }).execute();
  const result = connection
    .unsafe<Row[]>(text, [...values], { prepare, ...extendedProtocol })
    .execute();
  const commit = connection.unsafe('commit').execute();
  const settled = await Promise.allSettled([begin, scope, result, commit]);
  const failure = settled.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  return result;
}

/**
 * Opens the pools.
 *
 * @param adminUrl superuser's connection
 * @param authenticatorUrl connection of the role that requests log in as
 * @param connections size of the callers' pool
 */
export function openDatabase(
  adminUrl: string,
  authenticatorUrl: string,
  connections = 12,
): Database {
  const admin = postgres(adminUrl, {
    max: 8,
    ...quietly,
    connection: { application_name: 'undertone' },
  });
  const callers = postgres(authenticatorUrl, {
    max: connections,
    ...quietly,
    types: { text: asText },
    connection: { application_name: 'undertone-requests' },
  });

  return {
    admin,
    async asCaller(caller, statement, { access = 'read write' } = {}) {
      const connection = await callers.reserve();
      try {
        return await pipeline(connection, caller, statement, access);
      } finally {
        connection.release();
      }
    },
    async transactionAs(caller, work) {
      // Boxed, since postgres.js' own type unwraps arrays of promises.
      const { result } = await callers.begin(async (sql) => {
        await sql.unsafe(scopeText, scopeValues(caller), { prepare: true });
        return { result: await work(sql) };
      });
      return result;
    },
    async close() {
      await Promise.all([admin.end({ timeout: 5 }), callers.end({ timeout: 5 })]);
    },
  };
}
