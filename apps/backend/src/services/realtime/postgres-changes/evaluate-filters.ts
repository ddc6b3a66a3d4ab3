import type { Sql } from '../../../database/sql.ts';
import type { ConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { sourceOf } from './decide.ts';
import type { FilterBudget, Payer } from './filter-budget.ts';
import type { Change } from '../replication/pgoutput.ts';
import type { Subscriber } from '../sockets/subscriber.ts';
import type { TableFilter } from './subscriptions.ts';

/** Whether a filter lets pass a change that its subscriber is known to see. */
export interface Question {
  readonly subscriber: Subscriber;
  readonly filter: TableFilter;
  readonly change: Change;
}

export interface FilterEvaluation {
  /** Connections of the role that requests log in as, whose statements may take only so long. */
  readonly sql: Sql;
  readonly turns: ConcurrencyLimit;
  readonly budget: FilterBudget;
  /** Filters in one statement. */
  readonly perStatement: number;
}

interface Answer {
  /** By change, then by filter. */
  readonly matched: readonly (readonly boolean[])[];
  readonly milliseconds: number;
}

const keyOf = ({ subscriber, filter, change }: Question): string =>
  `${subscriber.role} ${change.entity} ${filter.condition}`;

/** The values that the questions are about, and no others: by change, in their order. */
const sourcesOf = (questions: readonly Question[]): Map<Change, Record<string, string | null>> => {
  const sources = new Map<Change, Record<string, string | null>>();
  for (const { filter, change } of questions) {
    const source = sources.get(change) ?? {};
    source[filter.column] = sourceOf(change)[filter.column] ?? null;
    sources.set(change, source);
  }
  return sources;
};

/** The answers about some changes, which serve everybody with the same filter who sees the same row. */
export class FilterAnswers {
  readonly #answers = new Map<string, Map<Change, boolean>>();

  isPassed(question: Question): boolean {
    return this.#find(question) === true;
  }

  /**
   * Has the database answer what is not answered yet, a few filters at a time, each time when it
   * is the client's turn.
   *
   * @returns whether the client's budget allowed for it
   * @throws {DatabaseError} when the filters take too long
   * @throws {ConnectionLostError}
   */
  async find(
    questions: readonly Question[],
    payer: Payer,
    evaluation: FilterEvaluation,
  ): Promise<boolean> {
    // Those of one caller about one table go together: who else shares the socket sees other rows.
    const groups = Map.groupBy(
      questions,
      ({ subscriber, change }) => `${change.entity} ${subscriber.claims}`,
    );
    for (const group of groups.values()) {
      const byFilter = [...Map.groupBy(group, keyOf).values()];
      for (let from = 0; from < byFilter.length; from += evaluation.perStatement) {
        const some = byFilter.slice(from, from + evaluation.perStatement).flat();
        const isWithin = await evaluation.turns.run(payer, () =>
          this.#ask(some, payer, evaluation),
        );
        if (!isWithin) return false;
      }
    }
    return true;
  }

  #find(question: Question): boolean | undefined {
    return this.#answers.get(keyOf(question))?.get(question.change);
  }

  async #ask(
    questions: readonly Question[],
    payer: Payer,
    { sql, budget }: FilterEvaluation,
  ): Promise<boolean> {
    if (budget.secondsToWait(payer) > 0) return false;
    const open = questions.filter((question) => this.#find(question) === undefined);
    const [first] = open;
    if (!first) return true;
    const byFilter = Map.groupBy(open, keyOf);
    const sources = sourcesOf(open);
    const filters = [...byFilter.values()].flatMap(([one]) => one?.filter ?? []);
    const conditions = filters.map(({ column, condition }) => ({ column, condition }));
    const [answer] = await sql<Answer[]>`
      select matched, milliseconds
      from realtime.match_filters(
        ${first.subscriber.role}, ${JSON.stringify([...sources.values()])}::text::jsonb,
        ${JSON.stringify(conditions)}::text::jsonb)`;
    const rows = new Map([...sources.keys()].map((change, place) => [change, place]));
    for (const [place, [key, ofFilter]] of [...byFilter].entries()) {
      const answers = this.#answers.get(key) ?? new Map<Change, boolean>();
      this.#answers.set(key, answers);
      for (const { change } of ofFilter) {
        const row = rows.get(change);
        answers.set(change, row !== undefined && answer?.matched[row]?.[place] === true);
      }
    }
    return budget.spend(payer, answer?.milliseconds ?? 0);
  }
}
