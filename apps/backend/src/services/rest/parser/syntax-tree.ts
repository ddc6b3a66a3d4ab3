import type { Comparison, IsOperand, Quantifier } from '../operators.ts';

/**
 * The index of a value in `RequestQuery.values`. Values are not part of the tree, so that requests
 * which differ only in values share one tree.
 */
export type ValuePlace = number;

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string;
  /** The key is an index of an array rather than a key of an object. */
  readonly isIndex: boolean;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export interface SelectColumn {
  readonly kind: 'column';
  /** The name `*` stands for all columns. */
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
}

export interface SelectEmbed {
  readonly kind: 'embed';
  /** A table, a foreign-key constraint or a foreign-key column. */
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: 'inner' | 'left' | null;
  readonly select: readonly SelectItem[];
}

export type SelectItem = SelectColumn | SelectEmbed;

export type Operation =
  | {
      readonly operator: Comparison;
      readonly quantifier: Quantifier | null;
      /** With a quantifier the value is an array in PostgreSQL's text form. */
      readonly value: ValuePlace;
    }
  /** The value is an array in PostgreSQL's text form. */
  | { readonly operator: 'in'; readonly value: ValuePlace }
  | { readonly operator: 'is'; readonly operand: IsOperand };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly isNegated: boolean;
  readonly operation: Operation;
}

export interface Group {
  readonly kind: 'group';
  readonly connective: 'and' | 'or';
  readonly isNegated: boolean;
  readonly conditions: readonly Condition[];
}

export type Condition = Filter | Group;

export interface OrderTerm {
  /** The embedded resource whose column this is; null for a column of the resource itself. */
  readonly relation: string | null;
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** An item for the embedded resource at a path of names; the empty path is the root. */
export interface Located<T> {
  readonly path: readonly string[];
  readonly item: T;
}

export interface RequestQuery {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly Located<Condition>[];
  readonly orders: readonly Located<readonly OrderTerm[]>[];
  readonly limits: readonly Located<number>[];
  readonly offsets: readonly Located<number>[];
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
  /** The arguments of a function that is called by GET or HEAD, by name. */
  readonly arguments: ReadonlyMap<string, ValuePlace>;
  readonly values: readonly string[];
  /** Equal for queries that differ only in values and the root's offset, and for no others. */
  readonly shape: string;
}
