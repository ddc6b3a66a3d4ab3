import type { Sql } from '../../../database/sql.ts';
import { mayConcern } from './decide.ts';
import type { Change } from '../replication/pgoutput.ts';
import { RoleView, type RoleViewHead } from './role-view.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { Listener } from './subscriptions.ts';

/** A policy that failed while it was asked what somebody sees. */
export interface PolicyFailure {
  /** With its schema. */
  readonly table: string;
  readonly role: string;
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
}

interface Answer {
  /** By caller, the changes that it sees. */
  readonly seen: readonly (readonly number[])[];
  readonly failures: readonly PolicyFailure[];
  /** By role; null for one that may not read the table's key. */
  readonly views: readonly (RoleViewHead | null)[];
  /** By role, then by change. */
  readonly rows: readonly (string | null)[];
}

/** What is known of some changes of one table, before any filter. */
export class SeenChanges {
  readonly failures: readonly PolicyFailure[];
  readonly #seen = new Map<string, ReadonlySet<number>>();
  readonly #views = new Map<string, RoleView>();

  constructor(
    changes: readonly Change[],
    callers: readonly Subscriber[],
    roles: readonly string[],
    answer: Answer,
  ) {
    this.failures = answer.failures;
    for (const [place, { claims }] of callers.entries()) {
      this.#seen.set(claims, new Set(answer.seen[place]));
    }
    for (const [place, role] of roles.entries()) {
      const head = answer.views[place];
      const rows = answer.rows.slice(place * changes.length, (place + 1) * changes.length);
      if (head) this.#views.set(role, new RoleView(head, changes, rows));
    }
  }

  /**
   * What a subscriber may be told of a change; null for one that the subscriber does not see.
   * @param place of the change
   */
  viewOf({ role, claims }: Subscriber, place: number): RoleView | null {
    return this.#seen.get(claims)?.has(place) ? (this.#views.get(role) ?? null) : null;
  }
}

/**
 * Finds out who sees which of some changes of one table: row-level security and column privileges
 * of every subscriber, in one round trip for all of them, whatever their filters.
 *
 * @param sql connections of the role that requests log in as
 */
export async function seeChanges(
  sql: Sql,
  changes: readonly Change[],
  listeners: readonly Listener[],
  recordSize: number,
): Promise<SeenChanges> {
  const callers = new Map<string, Subscriber>();
  const roles = new Set<string>();
  for (const listener of listeners) {
    const { subscriber } = listener;
    if (callers.has(subscriber.claims)) continue;
    if (!changes.some((change) => mayConcern(listener, change))) continue;
    callers.set(subscriber.claims, subscriber);
    roles.add(subscriber.role);
  }
  const none: Answer = { seen: [], failures: [], views: [], rows: [] };
  const [first] = changes;
  if (!first || callers.size === 0) return new SeenChanges(changes, [], [], none);

  const described = changes.map(({ type, transaction, record, oldRecord }) => ({
    type,
    transaction,
    record,
    old_record: oldRecord,
  }));
  const asking = [...callers.values()];
  const asked = asking.map(({ role, claims }) => ({ role, claims }));
  const [answer = none] = await sql<Answer[]>`
    select seen, failures, views, rows
    from realtime.see_changes(
      ${first.entity}, ${JSON.stringify(described)}::text::jsonb,
      ${JSON.stringify(asked)}::text::jsonb, ${[...roles]}::name[], ${recordSize})`;
  return new SeenChanges(changes, asking, [...roles], answer);
}
