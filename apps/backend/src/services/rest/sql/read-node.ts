import type { Condition, OrderTerm, SelectColumn } from '../parser/syntax-tree.ts';
import type { Column, Relationship } from '../schema/schema-cache.ts';

/** A source of rows: a relation, the result of a function, or the rows that a write returned. */
export interface Resource {
  /** The name that relationships have it by. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, Pick<Column, 'type' | 'isRepresented'>>;
  /** Computed columns: the functions as SQL, by the column's name. */
  readonly computed: ReadonlyMap<string, string>;
  /** The type of its rows, as SQL; null for an anonymous type. */
  readonly rowType: string | null;
  /** As SQL. */
  readonly source: string;
}

/** Columns whose types are not needed for reading. */
export const plainColumns = (names: Iterable<string>): Resource['columns'] =>
  new Map([...names].map((name) => [name, { type: 'unknown', isRepresented: false }]));

/** A resource with the columns, embeds, conditions, order and limits that a request has for it. */
export interface ReadNode {
  readonly resource: Resource;
  /** As SQL. */
  readonly alias: string;
  /** The source after `from`, as SQL. */
  readonly from: string;
  /** The join condition with its parent, as SQL; null for the root. */
  readonly joinCondition: string | null;
  /** The name that PostgREST has for it in errors. */
  readonly label: string;
  readonly columns: readonly SelectColumn[];
  readonly embeds: readonly Embed[];
  readonly conditions: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number | 'parameter';
}

/** An embedded resource. */
export interface Embed {
  /** The key in the response, and the name in filters. */
  readonly name: string;
  /** The target as requested: a table, or a foreign key by its name or column. */
  readonly target: string;
  /** The alias of the join, as SQL. */
  readonly alias: string;
  readonly relationship: Relationship;
  readonly join: 'inner' | 'left';
  readonly isToOne: boolean;
  /** Selected without columns: it only filters. */
  readonly isHidden: boolean;
  readonly node: ReadNode;
}
