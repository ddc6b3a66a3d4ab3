import type { LimitSettings } from '../../../config/limit-settings.ts';
import { answerTooLarge, tooManyEmbeddedRows, type RestError } from '../errors.ts';
import { countEmbeddedRows, estimateBytes } from './estimate-size.ts';
import type { ReadNode } from './read-tree.ts';
import { quoteText } from './statement.ts';

/** Ends the statement with an error, as SQL that stands where JSON is expected. */
function refuse({ status, code, message, details, hint }: RestError): string {
  const words = JSON.stringify({ code, message, details, hint });
  const outcome = JSON.stringify({ status, headers: {} });
  return `"backend"."refuse_answer"(${quoteText(words)}, ${quoteText(outcome)})`;
}

/** Rows as JSON, each an element of a list. */
export interface ListSource {
  /** The expression of an element, of which a list is aggregated. */
  readonly element: string;
  /** What stands after `from`. */
  readonly from: string;
}

/** Counts the rows of a list among all that the embeds of the statement have brought, as SQL. */
const countBrought = `set_config('backend.embedded_rows', (coalesce(nullif(current_setting('backend.embedded_rows', true), ''), '0')::bigint + count(*))::text, true)::bigint`;

/**
 * Has PostgreSQL end a statement before it has built more JSON than an answer may hold, or read
 * more embedded rows than a request may bring. What cannot become so much by the limits that are
 * in the statement is written without such checks, since they take time.
 */
export class AnswerGuard {
  readonly #limits: LimitSettings;

  constructor(limits: LimitSettings) {
    this.#limits = limits;
  }

  /**
   * The rows of a node, measured one by one as they come: a list ends as soon as it is too large.
   * An embed's list is part of its parent's row, so that what all levels hold at once is bounded.
   *
   * @param rows selects the rows
   * @param alias of the rows
   * @param json the expression of a row as JSON
   * @param value the same, as an argument of json_agg
   */
  measured(
    node: ReadNode,
    { rows, alias, json, value }: { rows: string; alias: string; json: string; value: string },
  ): ListSource {
    const { REST_ANSWER_BYTES } = this.#limits;
    if (estimateBytes(node) <= REST_ANSWER_BYTES) {
      return { element: value, from: `(\n${rows}\n) as ${alias}` };
    }
    // `offset 0` keeps the planner from writing the JSON of a row twice.
    const elements = `select ${json} as "element" from (\n${rows}\n) as ${alias} offset 0`;
    const sums = `select "element", sum(pg_column_size("element")) over (rows unbounded preceding) as "bytes" from (${elements}) as ${alias}`;
    return {
      element: `case when ${alias}."bytes" > ${REST_ANSWER_BYTES} then ${refuse(answerTooLarge(REST_ANSWER_BYTES))} else ${alias}."element" end`,
      from: `(${sums}) as ${alias}`,
    };
  }

  /** A whole answer, which is measured once more: rows may be larger than they were taken to be. */
  answer(list: string, body: string): string {
    const { REST_ANSWER_BYTES } = this.#limits;
    return `case when pg_column_size(${list}) > ${REST_ANSWER_BYTES} then ${refuse(answerTooLarge(REST_ANSWER_BYTES))} else ${body} end`;
  }

  /** The list of an embed, counted where the embeds of the root could bring too many rows. */
  counted(root: ReadNode, list: string): string {
    const { REST_EMBED_ROWS } = this.#limits;
    if (countEmbeddedRows(root) <= REST_EMBED_ROWS) return list;
    return `case when ${countBrought} > ${REST_EMBED_ROWS} then ${refuse(tooManyEmbeddedRows(REST_EMBED_ROWS))} else ${list} end`;
  }
}
