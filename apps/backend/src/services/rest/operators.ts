/** How an operator that compares a field with a value is parsed and written. */
interface ComparisonOperator {
  readonly sql: string;
  /** `any` or `all` may follow, as in `eq(any).{1,2}`: the value is an array then. */
  readonly takesQuantifier?: true;
  /** The value is a pattern, in which `*` stands for `%`. */
  readonly takesPattern?: true;
  /** The number of matches depends so much on the value that one plan does not fit all values. */
  readonly isPlannedByValue?: true;
}

/** The operators of filters that compare a field with a value. A new operator is added only here. */
const comparisonTable = {
  eq: { sql: '=', takesQuantifier: true },
  neq: { sql: '<>' },
  gt: { sql: '>', takesQuantifier: true },
  gte: { sql: '>=', takesQuantifier: true },
  lt: { sql: '<', takesQuantifier: true },
  lte: { sql: '<=', takesQuantifier: true },
  like: { sql: 'like', takesQuantifier: true, takesPattern: true, isPlannedByValue: true },
  ilike: { sql: 'ilike', takesQuantifier: true, takesPattern: true, isPlannedByValue: true },
  cs: { sql: '@>', isPlannedByValue: true },
  cd: { sql: '<@' },
  ov: { sql: '&&', isPlannedByValue: true },
  isdistinct: { sql: 'is distinct from' },
} as const satisfies Record<string, ComparisonOperator>;

export type Comparison = keyof typeof comparisonTable;

export const comparisons: Readonly<Record<Comparison, ComparisonOperator>> = comparisonTable;

export const isComparison = (name: string): name is Comparison => Object.hasOwn(comparisons, name);

/** Compares with any or all elements of an array rather than with one value. */
export type Quantifier = 'any' | 'all';

export const isQuantifier = (text: string | undefined): text is Quantifier =>
  text === 'any' || text === 'all';

/** The operands of the operator `is`, and their SQL. */
export const isOperands = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;

export type IsOperand = keyof typeof isOperands;

export const isIsOperand = (name: string): name is IsOperand => Object.hasOwn(isOperands, name);

/** Operators of PostgREST for full text, ranges and regular expressions, which are rejected by name. */
export const refusedOperators: ReadonlySet<string> = new Set(
  'fts plfts phfts wfts sl sr nxr nxl adj match imatch'.split(' '),
);
