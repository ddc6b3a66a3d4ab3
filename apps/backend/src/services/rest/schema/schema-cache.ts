import type { Role } from '../../../identity/caller.ts';

/* The schema cache: what requests can name in the exposed schemas. */

export interface Column {
  readonly name: string;
  /** As SQL. */
  readonly type: string;
  /** The expression of its default, as SQL. */
  readonly default: string | null;
  /** Its type is a domain with casts of its own (PostgREST's domain representations). */
  readonly isRepresented: boolean;
}

export type WriteCommand = 'insert' | 'update' | 'delete';

/** A table or view. */
export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Computed columns: the functions' qualified names as SQL, by the column's name. */
  readonly computed: ReadonlyMap<string, string>;
  readonly isView: boolean;
  /** For a view, the primary key of the table whose columns it shows. */
  readonly primaryKey: readonly string[];
  /** The commands that PostgreSQL accepts on it, by itself or by the triggers of a view. */
  readonly accepts: readonly WriteCommand[];
}

/** Two columns that are equal in related rows. */
export interface ColumnPair {
  readonly from: string;
  readonly to: string;
}

/** A relationship from one relation to another. */
export interface Relationship {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  readonly from: Relation;
  readonly to: Relation;
  /** The foreign key's name; both names for many-to-many, the function's for a computed relationship. */
  readonly constraint: string;
  /** Columns of `from` and `to`; none for many-to-many and computed relationships. */
  readonly pairs: readonly ColumnPair[];
  readonly junction: Junction | null;
  /** The function from a row of `from` to rows of `to`, as SQL; null where foreign keys relate them. */
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
  /** Names of the columns of its result; null when it returns scalars. */
  readonly columns: readonly string[] | null;
  /** The relation whose rows it returns, or null. */
  readonly relation: Relation | null;
  readonly isVolatile: boolean;
}

export interface ExposedSchema {
  readonly name: string;
  readonly relations: ReadonlyMap<string, Relation>;
  /** By the name of the relation that they start at. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Functions of the same name are overloads. */
  readonly functions: ReadonlyMap<string, readonly Routine[]>;
  /** SQL of the types that may be cast to, by lower-case name. */
  readonly types: ReadonlyMap<string, string>;
  /** The search path as SQL; null where it is that of connections. */
  readonly searchPath: string | null;
}

export interface SchemaCache {
  readonly schemas: ReadonlyMap<string, ExposedSchema>;
  /** The settings of each role (`alter role … set …`), by name. */
  readonly roles: ReadonlyMap<Role, Readonly<Record<string, string>>>;
}

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one';
