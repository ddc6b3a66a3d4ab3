import type { RestLimits } from '../limits.ts';
import { responseTooLarge, tooManyEmbeddedRows, type RestError } from '../errors.ts';
import { countEmbeddedRows, estimateBytes } from './estimate-size.ts';
import type { ReadNode } from './read-node.ts';
import { quoteText } from './statement.ts';

/** SQL that raises an error in place of a JSON expression. */
function refuse({ status, code, message, details, hint }: RestError): string {
  const body = JSON.stringify({ code, message, details, hint });
  const head = JSON.stringify({ status, headers: {} });
  return `"backend"."raise_request_error"(${quoteText(body)}, ${quoteText(head)})`;
}

/** SQL that adds the rows of a list to the number of embedded rows of the statement, and returns it. */
const countEmbedded = `set_config('backend.embedded_rows', (coalesce(nullif(current_setting('backend.embedded_rows', true), ''), '0')::bigint + count(*))::text, true)::bigint`;

/**
 * The limits on the embedded rows and the response's bytes of one request. PostgreSQL aborts a statement
 * that exceeds a limit. The checks take time, so that statements that cannot exceed a limit have none.
 */
export class RequestLimits {
  readonly #limits: RestLimits;

  constructor(limits: RestLimits) {
    this.#limits = limits;
  }

  /**
   * Limits the bytes of a list. Rows are measured one by one, so that the statement ends as soon as
   * the list is too large. Since an embed's list is part of its parent's row, this bounds all levels.
   *
   * @param rows selects the rows
   * @param alias the alias of the rows
   * @param json the expression of a row as JSON
   * @param value the expression of a row as an argument of json_agg
   * @returns the expression of an element, and the source after `from`
   */
  limitBytes(
    node: ReadNode,
    { rows, alias, json, value }: { rows: string; alias: string; json: string; value: string },
  ): { element: string; from: string } {
    const { responseBytes } = this.#limits;
    if (estimateBytes(node) <= responseBytes) {
      return { element: value, from: `(\n${rows}\n) as ${alias}` };
    }
    // `offset 0` keeps the planner from writing the JSON of a row twice.
    const elements = `select ${json} as "element" from (\n${rows}\n) as ${alias} offset 0`;
    const sums = `select "element", sum(pg_column_size("element")) over (rows unbounded preceding) as "bytes" from (${elements}) as ${alias}`;
    return {
      element: `case when ${alias}."bytes" > ${responseBytes} then ${refuse(responseTooLarge(responseBytes))} else ${alias}."element" end`,
      from: `(${sums}) as ${alias}`,
    };
  }

  /** Limits the bytes of the whole response, whose rows may be larger than estimated. */
  limitResponse(list: string, body: string): string {
    const { responseBytes } = this.#limits;
    return `case when pg_column_size(${list}) > ${responseBytes} then ${refuse(responseTooLarge(responseBytes))} else ${body} end`;
  }

  /** Limits the embedded rows of a request, where its row limits allow too many. */
  limitRows(root: ReadNode, list: string): string {
    const { embedRows } = this.#limits;
    if (countEmbeddedRows(root) <= embedRows) return list;
    return `case when ${countEmbedded} > ${embedRows} then ${refuse(tooManyEmbeddedRows(embedRows))} else ${list} end`;
  }
}
