/** A column of a view, and the column that it shows. */
export interface ShownColumn {
  /** Of the view's column, from 1. */
  readonly number: number;
  /** Object id of the table or view that is shown. */
  readonly table: number;
  /** Of the shown column. */
  readonly column: number;
}

/** A brace or a bracket, or a word, in which a backslash keeps the next character. */
const token = /[{}()]|(?:\\[^]|[^\s{}()\\])+/g;

/** How deep the columns of a rule's own query are: `( {QUERY ( {TARGETENTRY`. */
const columnDepth = 4;

/**
 * Reads from the rule of a view which columns it shows as they are. PostgreSQL notes at each
 * column of a query where its value comes from (`resorigtbl`, `resorigcol`).
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
 * Follows the columns of views to those of tables, through views that show views.
 * @returns by the view's object id
 */
export function traceViews(views: readonly View[]): Map<number, readonly ShownColumn[]> {
  const direct = new Map(views.map(({ id, rule }) => [id, readShownColumns(rule)]));
  const follow = (
    { number, table, column }: ShownColumn,
    seen: readonly number[],
  ): ShownColumn[] => {
    const inner = direct.get(table);
    if (!inner) return [{ number, table, column }];
    // A view may have been made to show itself, which PostgreSQL notices only when it is read.
    if (seen.includes(table)) return [];
    return inner
      .filter((one) => one.number === column)
      .flatMap((one) => follow({ ...one, number }, [...seen, table]));
  };
  return new Map([...direct].map(([id, shown]) => [id, shown.flatMap((one) => follow(one, [id]))]));
}
