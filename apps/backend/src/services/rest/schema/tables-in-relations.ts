import type { Relation } from './schema-cache.ts';
import type { ShownColumn } from './view-origins.ts';

/** A table of which columns can be seen in a relation. */
export interface SeenTable {
  /** Its object id. */
  readonly table: number;
  /** Names in the relation by the column's number in the table. A view may show one twice. */
  readonly names: ReadonlyMap<number, readonly string[]>;
}

/** A relation in which a table can be seen: the table itself, or a view of it. */
export interface Appearance extends SeenTable {
  readonly relation: Relation;
}

/**
 * The names that columns of a table have where it is seen, in every combination.
 * @returns none when one of the columns is not to be seen
 */
export const namesIn = ({ names }: SeenTable, columns: readonly number[]): string[][] =>
  columns.reduce<string[][]>(
    (found, column) =>
      found.flatMap((before) => (names.get(column) ?? []).map((name) => before.concat(name))),
    [[]],
  );

/**
 * The tables that can be seen in a relation.
 *
 * @param id the relation's own object id
 * @param numbers names of the relation's columns by their numbers
 * @param shown of a view, what its columns show
 */
export function tablesSeenIn(
  id: number,
  numbers: ReadonlyMap<number, string>,
  shown: readonly ShownColumn[] | undefined,
): SeenTable[] {
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
