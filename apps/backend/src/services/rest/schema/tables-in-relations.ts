import type { Relation } from './schema-cache.ts';
import type { ShownColumn } from './view-origins.ts';

/** The columns of one table that a relation shows. */
export interface TableColumns {
  /** The table's oid. */
  readonly table: number;
  /** Names in the relation by the column's number in the table. A view may show a column twice. */
  readonly names: ReadonlyMap<number, readonly string[]>;
}

/** A relation that shows columns of a table: the table itself, or a view of it. */
export interface TableInRelation extends TableColumns {
  readonly relation: Relation;
}

/**
 * The names that some columns of a table have in a relation, in every combination.
 * @returns none when the relation does not show one of the columns
 */
export const columnNamesIn = ({ names }: TableColumns, columns: readonly number[]): string[][] =>
  columns.reduce<string[][]>(
    (found, column) =>
      found.flatMap((before) => (names.get(column) ?? []).map((name) => before.concat(name))),
    [[]],
  );

/**
 * The tables of which a relation shows columns.
 *
 * @param id the relation's oid
 * @param numbers names of the relation's columns by their numbers
 * @param shown for a view, the columns that it shows
 */
export function tablesIn(
  id: number,
  numbers: ReadonlyMap<number, string>,
  shown: readonly ShownColumn[] | undefined,
): TableColumns[] {
  if (!shown) {
    return [{ table: id, names: new Map([...numbers].map(([number, name]) => [number, [name]])) }];
  }
  return [...Map.groupBy(shown, ({ table }) => table)].map(([table, columns]) => ({
    table,
    names: new Map(
      [...Map.groupBy(columns, ({ column }) => column)].map(([column, all]) => [
        column,
        all.flatMap(({ number }) => numbers.get(number) ?? []),
      ]),
    ),
  }));
}
