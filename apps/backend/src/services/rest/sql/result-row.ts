import { z } from 'zod';
import type { Row } from '../../../database/statement.ts';
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
  /** The status and headers that the statement set, in a line each; null where it set neither. */
  readonly chosen: string | null;
}

/**
 * Selects what the statement set for the answer, once all of its rows are there. As little of an
 * expression as can be: every request pays for it.
 */
export const chosenResponse = `concat(current_setting('response.status', true), e'\\n', current_setting('response.headers', true)) as "chosen"`;

const numberOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

/** Reads the row of a statement that `writeAnswer` or `writeRepresentation` wrote. */
export const readAnswer = (row: Row): Answer => ({
  rows: Number(row.rows),
  body: row.body ?? null,
  total: numberOrNull(row.total),
  inserted: numberOrNull(row.inserted),
  location: row.location ?? null,
  chosen: row.chosen === '\n' ? null : (row.chosen ?? null),
});

/** Asks PostgreSQL's planner how many rows there are without a limit. */
export const writeEstimate = (writer: ReadWriter, tree: ReadNode): string =>
  `explain (format json) ${writer.matches(tree)}`;

const estimateShape = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** Reads the row of a statement that `writeEstimate` wrote. */
export const readEstimate = ({ 'QUERY PLAN': plan }: Row): number =>
  estimateShape.parse(JSON.parse(plan ?? 'null'))[0].Plan['Plan Rows'];

/** Selects one row: how many rows there are, the body, the total without a limit, and extras. */
export function writeAnswer(
  writer: ReadWriter,
  tree: ReadNode,
  {
    form,
    isTotalCounted = false,
    countAtMost = null,
    extras = [],
  }: {
    form: BodyForm;
    isTotalCounted?: boolean;
    /** Where counting ends; null counts all. */
    countAtMost?: number | null;
    extras?: readonly string[];
  },
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
  const limit = countAtMost === null ? '' : `\nlimit ${countAtMost}`;
  const shown = [
    'count(*)::text as "rows"',
    ...(form === 'none' ? [] : [`(${writer.guard.answer(list, body)})::text as "body"`]),
    ...(isTotalCounted
      ? [
          `(select count(*) from (\n${writer.matches(tree)}${limit}\n) as "counted")::text as "total"`,
        ]
      : []),
    ...extras,
    chosenResponse,
  ];
  return `select ${shown.join(',\n')}\nfrom ${from}`;
}
