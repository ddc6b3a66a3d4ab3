import { isRefusal } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { Change } from '../replication/pgoutput.ts';
import { RoleChanges, type RoleTable } from './role-changes.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

/** An error that a policy raised while a subscriber was authorised. */
export interface PolicyError {
  /** The table's name with its schema. */
  readonly table: string;
  readonly role: string;
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
}

/** The result of `realtime.read_changes`. */
interface ReadChanges {
  /** By role; null for a role that may not read the table's primary key. */
  readonly views: readonly (RoleTable | null)[];
  /** By role, then by change. */
  readonly rows: readonly (string | null)[];
  /** The indexes of changes to which no policy applies. */
  readonly unprotected: readonly number[];
  /** Whether policies apply to the other changes. */
  readonly is_judged: boolean;
  /** The claims that the policies can depend on; null for all claims. */
  readonly depends_on: readonly string[] | null;
}

/** A row of `realtime.see_changes`. */
interface CallerAuthorization {
  /** The indexes of the changes that the caller sees; null if the policies took too long. */
  readonly seen: readonly number[] | null;
  readonly failure: PolicyError | null;
}

type AuthorizationLimits = Pick<
  RealtimeLimits,
  'recordSize' | 'authorizationTime' | 'callersPerPart' | 'groupedCallers'
>;

/** The parsed claims of subscribers, who are the same objects in all batches. */
const parsedClaims = new WeakMap<Subscriber, Record<string, unknown>>();

function claimsOf(subscriber: Subscriber): Record<string, unknown> {
  let claims = parsedClaims.get(subscriber);
  if (!claims) parsedClaims.set(subscriber, (claims = parseClaims(subscriber.claims)));
  return claims;
}

const parseClaims = (claims: string): Record<string, unknown> => JSON.parse(claims);

const describe = (changes: readonly Change[]): string =>
  JSON.stringify(
    changes.map(({ type, record, oldRecord }) => ({
      type,
      record,
      old_record: oldRecord,
    })),
  );

/**
 * Authorises subscribers to see changes of one table, whatever their filters: by the column privileges
 * of roles, and by row-level security for each caller. Callers that the table's policies cannot
 * distinguish are authorised together.
 */
export class AuthorizedChanges {
  readonly #sql: Sql;
  readonly #entity: number;
  readonly #described: string;
  readonly #limits: AuthorizationLimits;
  readonly #unprotected: ReadonlySet<number>;
  readonly #needsAuthorization: boolean;
  readonly #dependsOn: readonly string[] | null;
  readonly #keys = new Map<Subscriber, string>();
  readonly #ofRole = new Map<string, RoleChanges>();
  /** By the key of a caller; null for a caller whose policies took too long. */
  readonly #seen = new Map<string, ReadonlySet<number> | null>();

  private constructor(
    sql: Sql,
    entity: number,
    described: string,
    limits: AuthorizationLimits,
    { unprotected, is_judged: needsAuthorization, depends_on: dependsOn }: ReadChanges,
  ) {
    this.#sql = sql;
    this.#entity = entity;
    this.#described = described;
    this.#limits = limits;
    this.#unprotected = new Set(unprotected);
    this.#needsAuthorization = needsAuthorization;
    this.#dependsOn = dependsOn;
  }

  /**
   * Reads the parts of the changes that do not depend on the caller.
   *
   * @param sql connections as the authenticator
   * @param roles the roles of the callers
   * @param callerCount how many callers will be authorised
   * @throws {DatabaseError} when it takes too long
   */
  static async read(
    sql: Sql,
    entity: number,
    changes: readonly Change[],
    roles: readonly string[],
    callerCount: number,
    limits: AuthorizationLimits,
  ): Promise<AuthorizedChanges> {
    const described = describe(changes);
    const needsClaims = callerCount >= limits.groupedCallers;
    const [read] = await sql<ReadChanges[]>`
      select views, rows, unprotected, is_judged, depends_on
      from realtime.read_changes(
        ${entity}, ${described}::text::jsonb, ${[...roles]}::name[], ${limits.recordSize},
        ${needsClaims})`;
    if (!read) throw new Error('realtime.read_changes returned nothing');
    const authorized = new AuthorizedChanges(sql, entity, described, limits, read);
    for (const [index, role] of roles.entries()) {
      const table = read.views[index];
      const ofRole = read.rows.slice(index * changes.length, (index + 1) * changes.length);
      if (table) authorized.#ofRole.set(role, new RoleChanges(table, changes, ofRole));
    }
    return authorized;
  }

  /**
   * Evaluates the policies for callers in order, until all are authorised or the deadline has passed.
   *
   * @param deadline on the clock of `performance.now()`
   * @returns the errors that policies raised
   * @throws {ConnectionLostError}
   */
  async authorize(callers: readonly Subscriber[], deadline: number): Promise<PolicyError[]> {
    const failures: PolicyError[] = [];
    let pending = this.#undecided(callers);
    while (pending.length > 0 && performance.now() < deadline) {
      const some = pending.slice(0, this.#limits.callersPerPart);
      try {
        const rows = await this.#query(some);
        for (const [index, { seen, failure }] of rows.entries()) {
          const caller = some[index];
          if (caller) this.#seen.set(this.#keyOf(caller), seen && new Set(seen));
          if (failure) failures.push(failure);
        }
        if (rows.length === 0) throw new Error('realtime.see_changes returned nothing');
      } catch (error) {
        // After a lost connection the changes are read from the slot and dispatched again.
        if (!isRefusal(error)) throw error;
        failures.push(this.#failureOf(error.code ?? '', error.message));
        for (const caller of some) this.#seen.set(this.#keyOf(caller), null);
      }
      pending = this.#undecided(pending);
    }
    return failures;
  }

  /** Whether it is known which changes a caller sees. */
  isDecided(subscriber: Subscriber): boolean {
    return !this.#needsAuthorization || Boolean(this.#seen.get(this.#keyOf(subscriber)));
  }

  /** Whether a caller's policies took too long. */
  isTooSlow(subscriber: Subscriber): boolean {
    return this.#needsAuthorization && this.#seen.get(this.#keyOf(subscriber)) === null;
  }

  /**
   * The changes in the form for a subscriber's role, if the subscriber sees a given change.
   * @param index the index of that change
   * @returns null if the subscriber does not see the change
   */
  changesFor(subscriber: Subscriber, index: number): RoleChanges | null {
    const isSeen =
      this.#unprotected.has(index) || this.#seen.get(this.#keyOf(subscriber))?.has(index) === true;
    return isSeen ? (this.#ofRole.get(subscriber.role) ?? null) : null;
  }

  #keyOf(subscriber: Subscriber): string {
    if (this.#dependsOn === null) return subscriber.claims;
    let key = this.#keys.get(subscriber);
    if (key === undefined) {
      const claims = claimsOf(subscriber);
      const read = this.#dependsOn.map((name) => (name in claims ? [claims[name]] : []));
      this.#keys.set(subscriber, (key = `${subscriber.role} ${JSON.stringify(read)}`));
    }
    return key;
  }

  /** One caller of each group that has not been authorised yet. */
  #undecided(callers: readonly Subscriber[]): Subscriber[] {
    if (!this.#needsAuthorization) return [];
    const byKey = new Map<string, Subscriber>();
    for (const caller of callers) {
      const key = this.#keyOf(caller);
      if (!this.#seen.has(key) && !byKey.has(key)) byKey.set(key, caller);
    }
    return [...byKey.values()];
  }

  async #query(callers: readonly Subscriber[]): Promise<CallerAuthorization[]> {
    const described = callers.map(({ role, claims }) => ({ role, claims }));
    const sql = this.#sql;
    return sql<CallerAuthorization[]>`
      select seen, failure
      from realtime.see_changes(
        ${this.#entity}, ${this.#described}::text::jsonb,
        ${JSON.stringify(described)}::text::jsonb, ${this.#limits.authorizationTime})`;
  }

  #failureOf(code: string, message: string): PolicyError {
    return { table: String(this.#entity), role: '', code, message };
  }
}

/** How long the same error is not logged again, ms. */
const quietPeriod = 60_000;

/** Logs errors that policies raise while a change is authorised: each table and error once a minute. */
export class PolicyErrorLog {
  readonly #log: Logger;
  readonly #logged = new LRUCache<string, true>({ max: 1000, ttl: quietPeriod });

  constructor(log: Logger) {
    this.#log = log;
  }

  add(errors: readonly PolicyError[]): void {
    for (const { table, role, code, message } of errors) {
      const key = `${table} ${role} ${code}`;
      if (this.#logged.has(key)) continue;
      this.#logged.set(key, true);
      this.#log.error(
        { table, role, code, reason: message },
        'a policy failed during the authorisation of a change, which was not sent to those subscribers',
      );
    }
  }
}
