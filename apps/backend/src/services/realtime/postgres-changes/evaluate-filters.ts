import type { Sql } from '../../../database/sql.ts';
import type { ConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { filteredRow } from './match-bindings.ts';
import type { FilterBudget, ChannelClient } from './filter-budget.ts';
import type { Change } from '../replication/pgoutput.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { TableFilter } from './subscriptions.ts';

/** A check of whether a filter passes a change that its subscriber is authorised to see. */
export interface FilterCheck {
  readonly subscriber: Subscriber;
  readonly filter: TableFilter;
  readonly change: Change;
}

export interface FilterEvaluation {
  /** Connections as the authenticator, with a short `statement_timeout`. */
  readonly sql: Sql;
  readonly turns: ConcurrencyLimit;
  readonly budget: FilterBudget;
  /** How many filters one statement evaluates. */
  readonly perStatement: number;
}

/** The result of `realtime.match_filters`. */
interface Matches {
  /** By change, then by filter. */
  readonly matched: readonly (readonly boolean[])[];
  readonly milliseconds: number;
}

const keyOf = ({ subscriber, filter, change }: FilterCheck): string =>
  `${subscriber.role} ${change.entity} ${filter.condition}`;

/** The values of each change that the filters need. */
const filteredValues = (
  checks: readonly FilterCheck[],
): Map<Change, Record<string, string | null>> => {
  const sources = new Map<Change, Record<string, string | null>>();
  for (const { filter, change } of checks) {
    const source = sources.get(change) ?? {};
    source[filter.column] = filteredRow(change)[filter.column] ?? null;
    sources.set(change, source);
  }
  return sources;
};

/**
 * The results of the filters of one batch of changes. A result holds for every subscriber of the
 * same role with the same filter, since all of them are authorised to see the row.
 */
export class FilterResults {
  readonly #results = new Map<string, Map<Change, boolean>>();

  passes(check: FilterCheck): boolean {
    return this.#find(check) === true;
  }

  /**
   * Evaluates the pending checks in the database, a few filters in each statement. The client takes a
   * turn for each statement.
   *
   * @returns false when the client has exceeded its budget
   * @throws {DatabaseError} when the filters take too long
   * @throws {ConnectionLostError}
   */
  async evaluate(
    checks: readonly FilterCheck[],
    client: ChannelClient,
    evaluation: FilterEvaluation,
  ): Promise<boolean> {
    // A statement has one table and one subscriber, since other subscribers of the socket see other rows.
    const groups = Map.groupBy(
      checks,
      ({ subscriber, change }) => `${change.entity} ${subscriber.claims}`,
    );
    for (const group of groups.values()) {
      const byFilter = [...Map.groupBy(group, keyOf).values()];
      for (let from = 0; from < byFilter.length; from += evaluation.perStatement) {
        const some = byFilter.slice(from, from + evaluation.perStatement).flat();
        const isWithin = await evaluation.turns.run(client, () =>
          this.#evaluate(some, client, evaluation),
        );
        if (!isWithin) return false;
      }
    }
    return true;
  }

  #find(check: FilterCheck): boolean | undefined {
    return this.#results.get(keyOf(check))?.get(check.change);
  }

  async #evaluate(
    checks: readonly FilterCheck[],
    client: ChannelClient,
    { sql, budget }: FilterEvaluation,
  ): Promise<boolean> {
    if (budget.secondsToWait(client) > 0) return false;
    const open = checks.filter((check) => this.#find(check) === undefined);
    const [first] = open;
    if (!first) return true;
    const byFilter = Map.groupBy(open, keyOf);
    const sources = filteredValues(open);
    const filters = [...byFilter.values()].flatMap(([one]) => one?.filter ?? []);
    const conditions = filters.map(({ column, condition }) => ({ column, condition }));
    const [row] = await sql<Matches[]>`
      select matched, milliseconds
      from realtime.match_filters(
        ${first.subscriber.role}, ${JSON.stringify([...sources.values()])}::text::jsonb,
        ${JSON.stringify(conditions)}::text::jsonb)`;
    const indexes = new Map([...sources.keys()].map((change, place) => [change, place]));
    for (const [place, [key, ofFilter]] of [...byFilter].entries()) {
      const results = this.#results.get(key) ?? new Map<Change, boolean>();
      this.#results.set(key, results);
      for (const { change } of ofFilter) {
        const index = indexes.get(change);
        results.set(change, index !== undefined && row?.matched[index]?.[place] === true);
      }
    }
    return budget.spend(client, row?.milliseconds ?? 0);
  }
}
