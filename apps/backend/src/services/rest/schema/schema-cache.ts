import type { Role } from '../../../identity/caller.ts';

/** What the exposed schemas hold, as far as requests can name it. */

export interface Column {
  readonly name: string;
  /** As SQL. */
  readonly type: string;
  /** The expression of its default, as SQL. */
  readonly default: string | null;
  /** Its type is a domain that PostgREST reads and shows by casts of its own. */
  readonly isRepresented: boolean;
}

export type WriteCommand = 'insert' | 'update' | 'delete';

/** A table or view. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions of a row that stand for columns: their names, and what they are called as SQL. */
  readonly computed: ReadonlyMap<string, string>;
  readonly isView: boolean;
  /** Of a view, that of the table whose columns it shows. */
  readonly primaryKey: readonly string[];
  /** What can be done to it, by whoever may: views take what PostgreSQL or their triggers can do. */
  readonly accepts: readonly WriteCommand[];
}

/** Two columns that are equal in rows that belong together. */
export interface ColumnPair {
  readonly from: string;
  readonly to: string;
}

/** One way from a relation to another. */
export interface Relationship {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  readonly from: Relation;
  readonly to: Relation;
  /** Name of the foreign key; of a many-to-many relationship those of both; of a computed one the function's. */
  readonly constraint: string;
  /** Columns of `from` and `to`; none for many-to-many and computed ones. */
  readonly pairs: readonly ColumnPair[];
  readonly junction: Junction | null;
  /** The function that takes a row of `from` and returns those of `to`, as SQL; null where keys do it. */
  readonly computedBy: string | null;
}

/** The table between the two of a many-to-many relationship. */
interface Junction {
  readonly relation: Relation;
  readonly constraints: readonly [string, string];
  /** Columns of `from` and of the junction. */
  readonly source: readonly ColumnPair[];
  /** Columns of the junction and of `to`. */
  readonly target: readonly ColumnPair[];
}

export interface Parameter {
  readonly name: string;
  /** As SQL. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returnsSet: boolean;
  readonly isVoid: boolean;
  /** Names of the columns of what it returns; null when it returns scalars. */
  readonly columns: readonly string[] | null;
  /** The relation whose rows it returns, if it does. */
  readonly relation: Relation | null;
  readonly isVolatile: boolean;
}

export interface ExposedSchema {
  readonly name: string;
  readonly relations: ReadonlyMap<string, Relation>;
  /** By the name of the relation that they lead away from. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Functions of the same name are overloads. */
  readonly functions: ReadonlyMap<string, readonly Routine[]>;
  /** SQL of the types that may be cast to, by lower-case name. */
  readonly types: ReadonlyMap<string, string>;
  /** Where names without a schema are looked for, as SQL; null where connections do so anyway. */
  readonly searchPath: string | null;
}

export interface SchemaCache {
  readonly schemas: ReadonlyMap<string, ExposedSchema>;
  /** PostgreSQL's settings that the project gave a role, by their names. */
  readonly roles: ReadonlyMap<Role, Readonly<Record<string, string>>>;
}

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one';
