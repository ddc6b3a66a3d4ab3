/** A column of a view, and the column that it shows unchanged. */
export interface ShownColumn {
  /** Number of the view's column, from 1. */
  readonly number: number;
  /** Oid of the shown table or view. */
  readonly table: number;
  /** Number of the shown column. */
  readonly column: number;
}

/** A brace, a parenthesis, or a word, in which a backslash escapes the next character. */
const token = /[{}()]|(?:\\[^]|[^\s{}()\\])+/g;

/** The depth of the columns of a rule's query: `( {QUERY ( {TARGETENTRY`. */
const columnDepth = 4;

/**
 * Parses the rule of a view for the columns that it shows unchanged. PostgreSQL records the origin
 * of each column of a query (`resorigtbl`, `resorigcol`).
 *
 * @param rule `pg_rewrite.ev_action`
 */
function readShownColumns(rule: string): ShownColumn[] {
  const shown: ShownColumn[] = [];
  let depth = 0;
  let key = '';
  let fields: Record<string, number> = {};
  for (const [word] of rule.matchAll(token)) {
    if (word === '{' || word === '(') {
      depth += 1;
      if (depth === columnDepth) fields = {};
    } else if (word === '}' || word === ')') {
      const { resno, resorigtbl, resorigcol } = fields;
      if (depth === columnDepth && resno !== undefined && resorigtbl && resorigcol) {
        shown.push({ number: resno, table: resorigtbl, column: resorigcol });
      }
      depth -= 1;
    } else if (depth === columnDepth) {
      if (word.startsWith(':')) key = word.slice(1);
      else fields[key] = Number(word);
    }
  }
  return shown;
}

export interface View {
  readonly id: number;
  readonly rule: string;
}

/**
 * Traces the columns of views to those of tables, through views of views.
 * @returns by the view's oid
 */
export function traceViews(views: readonly View[]): Map<number, readonly ShownColumn[]> {
  const direct = new Map(views.map(({ id, rule }) => [id, readShownColumns(rule)]));
  const follow = (
    { number, table, column }: ShownColumn,
    seen: readonly number[],
  ): ShownColumn[] => {
    const inner = direct.get(table);
    if (!inner) return [{ number, table, column }];
    // A view may have been redefined to show itself, which PostgreSQL refuses only when it is read.
    if (seen.includes(table)) return [];
    return inner
      .filter((one) => one.number === column)
      .flatMap((one) => follow({ ...one, number }, [...seen, table]));
  };
  return new Map([...direct].map(([id, shown]) => [id, shown.flatMap((one) => follow(one, [id]))]));
}
