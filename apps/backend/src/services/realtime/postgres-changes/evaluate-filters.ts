import type { Sql } from '../../../database/sql.ts';
import type { ConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { filteredRow } from './match-bindings.ts';
import type { FilterBudget, ChannelClient } from './filter-budget.ts';
import type { Change } from '../replication/pgoutput.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { TableFilter } from './subscriptions.ts';

/** The question whether a filter passes a change that its subscriber is authorised to see. */
export interface Question {
  readonly subscriber: Subscriber;
  readonly filter: TableFilter;
  readonly change: Change;
}

export interface FilterEvaluation {
  /** Connections of the role that requests log in as, with a short `statement_timeout`. */
  readonly sql: Sql;
  readonly turns: ConcurrencyLimit;
  readonly budget: FilterBudget;
  /** How many filters one statement evaluates. */
  readonly perStatement: number;
}

/** What `realtime.match_filters` returns. */
interface Matches {
  /** By change, then by filter. */
  readonly matched: readonly (readonly boolean[])[];
  readonly milliseconds: number;
}

const keyOf = ({ subscriber, filter, change }: Question): string =>
  `${subscriber.role} ${change.entity} ${filter.condition}`;

/** The values that the filters need, and no others, by change. */
const filteredValues = (
  questions: readonly Question[],
): Map<Change, Record<string, string | null>> => {
  const sources = new Map<Change, Record<string, string | null>>();
  for (const { filter, change } of questions) {
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

  passes(question: Question): boolean {
    return this.#find(question) === true;
  }

  /**
   * Has the database evaluate what it has not evaluated yet, a few filters in each statement, for
   * each of which the client needs a turn.
   *
   * @returns whether the client's budget allowed for it
   * @throws {DatabaseError} when the filters take too long
   * @throws {ConnectionLostError}
   */
  async evaluate(
    questions: readonly Question[],
    client: ChannelClient,
    evaluation: FilterEvaluation,
  ): Promise<boolean> {
    // One statement is about one table and one subscriber: other subscribers of the socket see other rows.
    const groups = Map.groupBy(
      questions,
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

  #find(question: Question): boolean | undefined {
    return this.#results.get(keyOf(question))?.get(question.change);
  }

  async #evaluate(
    questions: readonly Question[],
    client: ChannelClient,
    { sql, budget }: FilterEvaluation,
  ): Promise<boolean> {
    if (budget.secondsToWait(client) > 0) return false;
    const open = questions.filter((question) => this.#find(question) === undefined);
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
