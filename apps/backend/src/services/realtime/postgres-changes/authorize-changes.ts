import { isRefusal } from '../../../database/connection.ts';
import type { Sql } from '../../../database/sql.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { Change } from '../replication/pgoutput.ts';
import { RoleChanges, type RoleTable } from './role-changes.ts';
import type { Subscriber } from '../sockets/subscriber.ts';

/** A policy that raised an error while a subscriber was authorised. */
export interface PolicyError {
  /** The table's name with its schema. */
  readonly table: string;
  readonly role: string;
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
}

/** What `realtime.read_changes` returns. */
interface ReadChanges {
  /** By role; null for one that may not read the table's primary key. */
  readonly views: readonly (RoleTable | null)[];
  /** By role, then by change. */
  readonly rows: readonly (string | null)[];
  /** The indexes of changes that no policy decides about. */
  readonly unprotected: readonly number[];
  /** Whether policies decide about the others. */
  readonly is_judged: boolean;
  /** The claims that the policies can depend on; null for all. */
  readonly depends_on: readonly string[] | null;
}

/** A row of `realtime.see_changes`. */
interface Judgement {
  /** The indexes of the changes that the caller sees; null where that took too long. */
  readonly seen: readonly number[] | null;
  readonly failure: PolicyError | null;
}

type AuthorizationLimits = Pick<
  RealtimeLimits,
  'recordSize' | 'judgingTime' | 'callersPerPart' | 'groupedCallers'
>;

/** The claims of a subscriber as an object. A subscriber is the same for all batches. */
const parsedClaims = new WeakMap<Subscriber, Record<string, unknown>>();

function claimsOf(subscriber: Subscriber): Record<string, unknown> {
  let claims = parsedClaims.get(subscriber);
  if (!claims) parsedClaims.set(subscriber, (claims = parseClaims(subscriber.claims)));
  return claims;
}

const parseClaims = (claims: string): Record<string, unknown> => JSON.parse(claims);

const describe = (changes: readonly Change[]): string =>
  JSON.stringify(
    changes.map(({ type, transaction, record, oldRecord }) => ({
      type,
      transaction,
      record,
      old_record: oldRecord,
    })),
  );

/**
 * Which subscribers see which of some changes of one table, whatever their filters: column
 * privileges by role, and row-level security by caller. Callers whom the table's policies cannot
 * tell apart are one.
 */
export class AuthorizedChanges {
  readonly #sql: Sql;
  readonly #entity: number;
  readonly #described: string;
  readonly #limits: AuthorizationLimits;
  readonly #unprotected: ReadonlySet<number>;
  readonly #isJudged: boolean;
  readonly #dependsOn: readonly string[] | null;
  readonly #keys = new Map<Subscriber, string>();
  readonly #ofRole = new Map<string, RoleChanges>();
  /** By the key of a caller; null for one about whom it could not be decided. */
  readonly #seen = new Map<string, ReadonlySet<number> | null>();

  private constructor(
    sql: Sql,
    entity: number,
    described: string,
    limits: AuthorizationLimits,
    { unprotected, is_judged: isJudged, depends_on: dependsOn }: ReadChanges,
  ) {
    this.#sql = sql;
    this.#entity = entity;
    this.#described = described;
    this.#limits = limits;
    this.#unprotected = new Set(unprotected);
    this.#isJudged = isJudged;
    this.#dependsOn = dependsOn;
  }

  /**
   * Reads what does not depend on the caller.
   *
   * @param sql connections of the role that requests log in as
   * @param roles of the callers
   * @param callerCount how many will be judged
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
    const asksForClaims = callerCount >= limits.groupedCallers;
    const [read] = await sql<ReadChanges[]>`
      select views, rows, unprotected, is_judged, depends_on
      from realtime.read_changes(
        ${entity}, ${described}::text::jsonb, ${[...roles]}::name[], ${limits.recordSize},
        ${asksForClaims})`;
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
   * Asks the policies about callers, in their order, until all are decided about or the time is over.
   *
   * @param deadline as of `performance.now()`
   * @returns the errors of policies
   * @throws {ConnectionLostError}
   */
  async judge(callers: readonly Subscriber[], deadline: number): Promise<PolicyError[]> {
    const failures: PolicyError[] = [];
    let pending = this.#undecided(callers);
    while (pending.length > 0 && performance.now() < deadline) {
      const some = pending.slice(0, this.#limits.callersPerPart);
      try {
        const rows = await this.#ask(some);
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

  /** Whether it is known what a caller sees. */
  isDecided(subscriber: Subscriber): boolean {
    return !this.#isJudged || Boolean(this.#seen.get(this.#keyOf(subscriber)));
  }

  /** Whether a caller's policies took too long. */
  isTooSlow(subscriber: Subscriber): boolean {
    return this.#isJudged && this.#seen.get(this.#keyOf(subscriber)) === null;
  }

  /**
   * The changes as a subscriber's role may read them, if the subscriber sees one of them.
   * @param index of the change
   * @returns null for a change that the subscriber does not see
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

  /** One caller of each group that nothing is known about. */
  #undecided(callers: readonly Subscriber[]): Subscriber[] {
    if (!this.#isJudged) return [];
    const byKey = new Map<string, Subscriber>();
    for (const caller of callers) {
      const key = this.#keyOf(caller);
      if (!this.#seen.has(key) && !byKey.has(key)) byKey.set(key, caller);
    }
    return [...byKey.values()];
  }

  async #ask(callers: readonly Subscriber[]): Promise<Judgement[]> {
    const described = callers.map(({ role, claims }) => ({ role, claims }));
    const sql = this.#sql;
    return sql<Judgement[]>`
      select seen, failure
      from realtime.see_changes(
        ${this.#entity}, ${this.#described}::text::jsonb,
        ${JSON.stringify(described)}::text::jsonb, ${this.#limits.judgingTime})`;
  }

  #failureOf(code: string, message: string): PolicyError {
    return { table: String(this.#entity), role: '', code, message };
  }
}
