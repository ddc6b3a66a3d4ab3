import type { Sql } from '../../../database/sql.ts';
import { mayMatch } from './match-bindings.ts';
import type { Change } from '../replication/pgoutput.ts';
import { RoleChanges, type RoleTable } from './role-changes.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { Listener } from './subscriptions.ts';

/** A policy that raised an error while a subscriber was authorised. */
export interface PolicyError {
  /** The table's name with its schema. */
  readonly table: string;
  readonly role: string;
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
}

/** What `realtime.see_changes` returns. */
interface Authorization {
  /** By subscriber, the indexes of the changes that it sees. */
  readonly seen: readonly (readonly number[])[];
  readonly failures: readonly PolicyError[];
  /** By role; null for one that may not read the table's primary key. */
  readonly views: readonly (RoleTable | null)[];
  /** By role, then by change. */
  readonly rows: readonly (string | null)[];
}

/** Which subscribers see which of some changes of one table, whatever their filters. */
export class AuthorizedChanges {
  readonly policyErrors: readonly PolicyError[];
  readonly #seen = new Map<string, ReadonlySet<number>>();
  readonly #ofRole = new Map<string, RoleChanges>();

  constructor(
    changes: readonly Change[],
    subscribers: readonly Subscriber[],
    roles: readonly string[],
    { seen, failures, views, rows }: Authorization,
  ) {
    this.policyErrors = failures;
    for (const [index, { claims }] of subscribers.entries()) {
      this.#seen.set(claims, new Set(seen[index]));
    }
    for (const [index, role] of roles.entries()) {
      const table = views[index];
      const ofRole = rows.slice(index * changes.length, (index + 1) * changes.length);
      if (table) this.#ofRole.set(role, new RoleChanges(table, changes, ofRole));
    }
  }

  /**
   * The changes as a subscriber's role may read them, if the subscriber sees one of them.
   * @param index of the change
   * @returns null for a change that the subscriber does not see
   */
  changesFor({ role, claims }: Subscriber, index: number): RoleChanges | null {
    return this.#seen.get(claims)?.has(index) ? (this.#ofRole.get(role) ?? null) : null;
  }
}

/**
 * Authorises the subscribers of one table for some of its changes: row-level security and column
 * privileges are checked for every subscriber, in one round trip for all of them.
 *
 * @param sql connections of the role that requests log in as
 */
export async function authorizeChanges(
  sql: Sql,
  changes: readonly Change[],
  listeners: readonly Listener[],
  recordSize: number,
): Promise<AuthorizedChanges> {
  const byClaims = new Map<string, Subscriber>();
  const roles = new Set<string>();
  for (const listener of listeners) {
    const { subscriber } = listener;
    if (byClaims.has(subscriber.claims)) continue;
    if (!changes.some((change) => mayMatch(listener, change))) continue;
    byClaims.set(subscriber.claims, subscriber);
    roles.add(subscriber.role);
  }
  const none: Authorization = { seen: [], failures: [], views: [], rows: [] };
  const [first] = changes;
  if (!first || byClaims.size === 0) return new AuthorizedChanges(changes, [], [], none);

  const described = changes.map(({ type, transaction, record, oldRecord }) => ({
    type,
    transaction,
    record,
    old_record: oldRecord,
  }));
  const subscribers = [...byClaims.values()];
  const callers = subscribers.map(({ role, claims }) => ({ role, claims }));
  const [authorization = none] = await sql<Authorization[]>`
    select seen, failures, views, rows
    from realtime.see_changes(
      ${first.entity}, ${JSON.stringify(described)}::text::jsonb,
      ${JSON.stringify(callers)}::text::jsonb, ${[...roles]}::name[], ${recordSize})`;
  return new AuthorizedChanges(changes, subscribers, [...roles], authorization);
}
