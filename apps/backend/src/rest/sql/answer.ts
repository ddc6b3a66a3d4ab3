import type { Row } from '../../database/database.ts';
import type { ReadNode } from './read-tree.ts';
import type { ReadWriter } from './read.ts';

/** What an answer's body is made of. */
export type BodyForm =
  | 'objects'
  /** The first row as an object; null when there is none. */
  | 'object'
  /** Values of the only column. */
  | 'scalars'
  | 'scalar'
  /** Rows are counted and not shown. */
  | 'none';

/** The column in which a function's scalars are, as SQL. */
export const scalarColumn = '"pgrst_scalar"';

/** What a body is made of: PostgreSQL builds the JSON, and prints values as with PostgREST. */
const wholeRow = { json: 'row_to_json("page".*)', value: '"page".*' };
const onlyColumn = {
  json: `to_json("page".${scalarColumn})`,
  value: `"page".${scalarColumn}`,
};

const isScalar = (form: BodyForm): boolean => form === 'scalars' || form === 'scalar';

const isList = (form: BodyForm): boolean => form === 'objects' || form === 'scalars';

/** What a statement answers, in one row. */
export interface Answer {
  readonly rows: number;
  /** JSON; null where rows are only counted. */
  readonly body: string | null;
  /** Rows there are without a limit; null where they were not counted. */
  readonly total: number | null;
  /** How many rows of an upsert were new; null where that was not counted. */
  readonly inserted: number | null;
  /** Filters on the primary key that find the only row: a JSON object by column. */
  readonly location: string | null;
}

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Reads the row of a statement that `writeAnswer` or `writeRepresentation` wrote. */
export const readAnswer = ({ rows, body, total, inserted, location }: Row): Answer => ({
  rows: Number(rows),
  body: body ?? null,
  total: numberOrNull(total),
  inserted: numberOrNull(inserted),
  location: location ?? null,
});

/** Selects one row: how many rows there are, the body, the total without a limit, and extras. */
export function writeAnswer(
  writer: ReadWriter,
  tree: ReadNode,
  {
    form,
    isTotalCounted = false,
    extras = [],
  }: { form: BodyForm; isTotalCounted?: boolean; extras?: readonly string[] },
): string {
  const rows = writer.rows(tree);
  const { element, from } =
    form === 'none'
      ? { element: '', from: `(\n${rows}\n) as "page"` }
      : writer.guard.measured(tree, {
          rows,
          alias: '"page"',
          ...(isScalar(form) ? onlyColumn : wholeRow),
        });
  const list = `json_agg(${element})`;
  const body = isList(form) ? `coalesce(${list}, '[]')` : `coalesce(${list} -> 0, 'null')`;
  const shown = [
    'count(*)::text as "rows"',
    ...(form === 'none' ? [] : [`(${writer.guard.answer(list, body)})::text as "body"`]),
    ...(isTotalCounted
      ? [`(select count(*) from (\n${writer.matches(tree)}\n) as "counted")::text as "total"`]
      : []),
    ...extras,
  ];
  return `select ${shown.join(',\n')}\nfrom ${from}`;
}
