import type { Row } from '../../../database/statement.ts';
import type { ReadNode } from './read-node.ts';
import type { ReadWriter } from './read.ts';

/** What the body of a response consists of. */
export type BodyForm =
  | 'objects'
  /** The first row as an object; null without rows. */
  | 'object'
  /** The values of the only column. */
  | 'scalars'
  | 'scalar'
  /** No body: rows are only counted. */
  | 'none';

/** The column of a function's scalar results, as SQL. */
export const scalarColumn = '"pgrst_scalar"';

/** SQL of an element of the body. PostgreSQL builds the JSON, as with PostgREST. */
const wholeRow = { json: 'row_to_json("page".*)', value: '"page".*' };
const onlyColumn = {
  json: `to_json("page".${scalarColumn})`,
  value: `"page".${scalarColumn}`,
};

/** The result of a statement, which is always one row. */
export interface ResultRow {
  readonly rows: number;
  /** JSON; null where rows are only counted. */
  readonly body: string | null;
  /** The number of rows without a limit; null where they were not counted. */
  readonly total: number | null;
  /** The number of new rows of an upsert; null where they were not counted. */
  readonly inserted: number | null;
  /** Filters by which the only row can be found by its primary key, a JSON object; or null. */
  readonly location: string | null;
  /** `response.status` and `response.headers`, a line each; null where the statement set neither. */
  readonly responseSettings: string | null;
}

/**
 * Selects the settings `response.status` and `response.headers` after all rows have been read. The
 * expression is as short as possible, since every request evaluates it.
 */
export const responseSettings = `concat(current_setting('response.status', true), e'\\n', current_setting('response.headers', true)) as "chosen"`;

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Parses the result of a statement by `writeResultRow` or `writeRepresentation`. */
export const readResultRow = (row: Row): ResultRow => ({
  rows: Number(row.rows),
  body: row.body ?? null,
  total: numberOrNull(row.total),
  inserted: numberOrNull(row.inserted),
  location: row.location ?? null,
  responseSettings: row.chosen === '\n' ? null : (row.chosen ?? null),
});

/** Writes the select of one row: the number of rows, the body, the total without a limit, and extras. */
export function writeResultRow(
  writer: ReadWriter,
  tree: ReadNode,
  {
    form,
    isTotalCounted = false,
    extras = [],
  }: {
    form: BodyForm;
    isTotalCounted?: boolean;
    extras?: readonly string[];
  },
): string {
  const rows = writer.rows(tree);
  const { element, from } =
    form === 'none'
      ? { element: '', from: `(\n${rows}\n) as "page"` }
      : writer.limits.limitBytes(tree, {
          rows,
          alias: '"page"',
          ...(form === 'scalars' || form === 'scalar' ? onlyColumn : wholeRow),
        });
  const list = `json_agg(${element})`;
  const isList = form === 'objects' || form === 'scalars';
  const body = isList ? `coalesce(${list}, '[]')` : `coalesce(${list} -> 0, 'null')`;
  const columns = [
    'count(*)::text as "rows"',
    ...(form === 'none' ? [] : [`(${writer.limits.limitResponse(list, body)})::text as "body"`]),
    ...(isTotalCounted
      ? [`(select count(*) from (\n${writer.matches(tree)}\n) as "counted")::text as "total"`]
      : []),
    ...extras,
    responseSettings,
  ];
  return `select ${columns.join(',\n')}\nfrom ${from}`;
}
