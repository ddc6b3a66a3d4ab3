import { openSql, type Sql, type TransactionSql } from './sql.ts';
import type { Caller } from '../identity/caller.ts';
import type { ConcurrencyRules } from '../lib/concurrency-limit.ts';
import { RecentClients } from '../lib/recent-users.ts';
import { CallerConnections } from './caller-connections.ts';
import { listen, type Listener } from './listen.ts';
import type { Access } from './scope.ts';
import type { Row, Statement } from './statement.ts';

/** How long PostgreSQL may take to respond, ms. */
const timeout = 5000;

/** Checks on a connection of its own whether PostgreSQL responds. Simultaneous checks share one query. */
class HealthCheck {
  readonly #sql: Sql;
  #pending: Promise<void> | null = null;

  constructor(url: string) {
    const settings = { statement_timeout: timeout };
    this.#sql = openSql(url, 1, { name: 'backend-health', settings });
  }

  /** @throws {ConnectionLostError} */
  check(): Promise<void> {
    this.#pending ??= this.#sql`select 1`
      .then(() => undefined)
      .finally(() => (this.#pending = null));
    return this.#pending;
  }

  close(): Promise<void> {
    return this.#sql.end();
  }
}

interface CallerOptions {
  /** `read only` refuses writes, as PostgREST does for GET and HEAD. */
  readonly access?: Access;
}

/** The database for the services: as its owner for their own tables, and as a caller. */
export interface Database {
  /** Connections of the superuser for the services' own statements. Never runs a caller's statement. */
  readonly admin: Sql;
  /**
   * The same for the auth service alone, whose statements may wait for locks on accounts. The wait is
   * limited, and other services do not wait with them.
   */
  readonly auth: Sql;
  /**
   * Runs one statement as the caller, in a transaction of its own, in one round trip, and a second time
   * if it was rolled back because of another transaction.
   * Values go in and come out as PostgreSQL's text.
   * @throws {DatabaseError} PostgreSQL's error
   * @throws {ConnectionLostError}
   * @throws {RequestError} 429 or 503 when the caller gets no turn
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Row[]>;
  /**
   * Runs several statements as the caller in one transaction, which is rolled back when the work
   * throws. Rows are PostgreSQL's text.
   * @param purpose `uploads` where the work also waits for the disk
   */
  transactionAs<T>(
    caller: Caller,
    work: (sql: TransactionSql) => Promise<T>,
    purpose?: 'writes' | 'uploads',
  ): Promise<T>;
  /**
   * Resolves when PostgreSQL responds on a connection that nothing else uses.
   * @throws {ConnectionLostError}
   */
  checkHealth(): Promise<void>;
  /**
   * Listens to a channel as the superuser, and reconnects when the connection is lost.
   * @returns stops listening
   */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>;
  /** How many connections of each purpose are in use and are waited for, for /metrics. */
  load(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** What a caller's connection to the database is for. Each purpose has connections of its own. */
type Purpose = 'reads' | 'writes' | 'uploads';

/** The number of connections for each purpose, and how long they wait for locks. */
export interface ConnectionRules extends Readonly<Record<Purpose, ConcurrencyRules>> {
  /** Connections for the services' own statements. */
  readonly admin: number;
  /** Connections of the auth service. */
  readonly auth: number;
  /** How long a statement may wait for a lock, ms. */
  readonly lockWait: { readonly auth: number; readonly uploads: number };
}

/**
 * Opens the pools, each of which connects when a connection is first needed.
 *
 * @param adminUrl connection string of the superuser
 * @param authenticatorUrl connection string of the role that requests log in as
 */
export function openDatabase(
  adminUrl: string,
  authenticatorUrl: string,
  rules: ConnectionRules,
): Database {
  const waitAtMost = (lock_timeout: number) => ({ lock_timeout });
  const admin = openSql(adminUrl, rules.admin, { name: 'backend' });
  const auth = openSql(adminUrl, rules.auth, {
    name: 'backend-auth',
    settings: waitAtMost(rules.lockWait.auth),
  });
  const health = new HealthCheck(adminUrl);
  // A client that writes needs the processors that another one's reads would take.
  const recent = new RecentClients();
  const reads = new CallerConnections(authenticatorUrl, rules.reads, recent);
  const writes = new CallerConnections(authenticatorUrl, rules.writes, recent);
  const uploads = new CallerConnections(
    authenticatorUrl,
    rules.uploads,
    recent,
    waitAtMost(rules.lockWait.uploads),
  );
  const transactions = { writes, uploads };

  return {
    admin,
    auth,
    asCaller: (caller, statement, { access = 'read write' } = {}) =>
      (access === 'read only' ? reads : writes).run(caller, statement, access),
    transactionAs: (caller, work, purpose = 'writes') =>
      transactions[purpose].transact(caller, work),
    checkHealth: () => health.check(),
    listen: (channel, listener) => listen(adminUrl, channel, listener),
    load: () =>
      Object.fromEntries(
        Object.entries({ reads, writes, uploads }).flatMap(([purpose, { load }]) => [
          [`${purpose}_used`, load.used],
          [`${purpose}_waiting`, load.waiting],
        ]),
      ),
    async close() {
      const open = [reads, writes, uploads, health];
      await Promise.all([admin.end(), auth.end(), ...open.map((each) => each.close())]);
    },
  };
}
