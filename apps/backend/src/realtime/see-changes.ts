import type { Sql } from '../database/sql.ts';
import type { Change } from './replication/pgoutput.ts';
import { openFilters } from './decide.ts';
import type { Binding } from './subscriptions.ts';

/** That a binding is told of a change. */
export interface Delivery {
  readonly binding: Binding;
  /** The change as its subscriber may see it, as JSON. */
  readonly data: string;
}

/** Gives each distinct thing a number, in the order of arrival. */
class Numbering<T> {
  readonly #numbers = new Map<string, number>();
  readonly all: T[] = [];

  numberOf(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.#numbers.set(key, number);
    this.all.push(make());
    return number;
  }
}

interface Candidate {
  readonly binding: Binding;
  readonly change: number;
  readonly caller: number;
  readonly view: number;
  readonly filters: readonly number[];
}

interface Answer {
  /** By caller, the changes that it sees. */
  readonly seen: readonly (readonly number[])[];
  /** By filter, the changes that it lets pass. */
  readonly matched: readonly (readonly number[])[];
  /** By view, then by change. */
  readonly payloads: readonly (string | null)[];
}

const toSets = (lists: readonly (readonly number[])[]): Set<number>[] =>
  lists.map((list) => new Set(list));

/**
 * Finds out who is told of changes of one table, and what: row-level security and column
 * privileges of every subscriber, in one round trip for all of them. Those whose filters
 * need no database to say no are not asked about.
 *
 * @param sql connections of the role that requests log in as
 * @returns by change, in the order given
 */
export async function seeChanges(
  sql: Sql,
  changes: readonly Change[],
  bindings: Iterable<Binding>,
  recordSize: number,
): Promise<Delivery[][]> {
  const deliveries: Delivery[][] = changes.map(() => []);
  const callers = new Numbering<{ role: string; claims: string }>();
  const views = new Numbering<{ role: string; selected: readonly string[] | null }>();
  const filters = new Numbering<{ role: string; column: string; condition: string }>();
  const candidates: Candidate[] = [];

  for (const binding of bindings) {
    const { role, claims } = binding.channel.subscriber;
    const { select } = binding;
    for (const [change, content] of changes.entries()) {
      const open = openFilters(binding, content);
      if (!open) continue;
      candidates.push({
        binding,
        change,
        caller: callers.numberOf(claims, () => ({ role, claims })),
        view: views.numberOf(`${role} ${JSON.stringify(select)}`, () => ({
          role,
          selected: select,
        })),
        filters: open.map(({ column, condition }) =>
          filters.numberOf(`${role} ${condition}`, () => ({ role, column, condition })),
        ),
      });
    }
  }
  const [first] = changes;
  if (!first || candidates.length === 0) return deliveries;

  const described = changes.map(({ type, transaction, committedAt, record, oldRecord }) => ({
    type,
    transaction,
    commit_timestamp: committedAt,
    record,
    old_record: oldRecord,
  }));
  const [answer] = await sql<Answer[]>`
    select seen, matched, payloads
    from realtime.see_changes(
      ${first.entity}, ${JSON.stringify(described)}::text::jsonb,
      ${JSON.stringify(callers.all)}::text::jsonb, ${JSON.stringify(views.all)}::text::jsonb,
      ${JSON.stringify(filters.all)}::text::jsonb, ${recordSize})`;
  if (!answer) return deliveries;

  const seen = toSets(answer.seen);
  const matched = toSets(answer.matched);
  for (const { binding, change, caller, view, filters: open } of candidates) {
    const data = answer.payloads[view * changes.length + change];
    if (!data || !seen[caller]?.has(change)) continue;
    if (open.every((filter) => matched[filter]?.has(change))) {
      deliveries[change]?.push({ binding, data });
    }
  }
  return deliveries;
}
