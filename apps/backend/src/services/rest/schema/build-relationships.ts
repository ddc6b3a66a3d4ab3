import { columnNamesIn, type TableInRelation } from './tables-in-relations.ts';
import type { ColumnPair, Relation, Relationship } from './schema-cache.ts';

export interface ForeignKey {
  readonly name: string;
  /** The tables' oids. */
  readonly source: number;
  readonly target: number;
  /** Numbers of the columns. */
  readonly columns: readonly number[];
  readonly targetColumns: readonly number[];
  /** Whether each target row has at most one source row. */
  readonly isUnique: boolean;
}

/** A function that takes a row of one relation and returns rows of another. */
export interface ComputedRelationship {
  readonly from: Relation;
  readonly to: Relation;
  readonly schema: string;
  readonly name: string;
  /** The qualified name of the function, as SQL. */
  readonly sql: string;
  /** The function returns at most one row. */
  readonly isSingle: boolean;
}

const turnedAround = (pairs: readonly ColumnPair[]): ColumnPair[] =>
  pairs.map(({ from, to }) => ({ from: to, to: from }));

/** The relationships of a foreign key from its table (or a view) to the referenced one (or a view). */
const outward = (
  key: ForeignKey,
  source: TableInRelation,
  target: TableInRelation,
): Relationship[] =>
  columnNamesIn(source, key.columns).flatMap((names) =>
    columnNamesIn(target, key.targetColumns).map((targetNames) => ({
      cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
      from: source.relation,
      to: target.relation,
      constraint: key.name,
      pairs: names.map((from, index) => ({ from, to: targetNames[index]! })),
      junction: null,
      computedBy: null,
    })),
  );

const backward = (relationship: Relationship): Relationship => ({
  ...relationship,
  cardinality: relationship.cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
  from: relationship.to,
  to: relationship.from,
  pairs: turnedAround(relationship.pairs),
});

/** The many-to-many relationship of two foreign keys of a junction, whose primary key contains both. */
function across(one: Relationship, other: Relationship): Relationship | null {
  const junction = one.from;
  const isInKey = ({ from }: ColumnPair) => junction.primaryKey.includes(from);
  if (one.constraint === other.constraint || ![...one.pairs, ...other.pairs].every(isInKey))
    return null;
  if (one.cardinality !== 'many-to-one' || other.cardinality !== 'many-to-one') return null;
  return {
    cardinality: 'many-to-many',
    from: one.to,
    to: other.to,
    constraint: `${one.constraint}, ${other.constraint}`,
    pairs: [],
    junction: {
      relation: junction,
      constraints: [one.constraint, other.constraint],
      source: turnedAround(one.pairs),
      target: other.pairs,
    },
    computedBy: null,
  };
}

const computed = ({ from, to, name, sql, isSingle }: ComputedRelationship): Relationship => ({
  cardinality: isSingle ? 'many-to-one' : 'one-to-many',
  from,
  to,
  constraint: name,
  pairs: [],
  junction: null,
  computedBy: sql,
});

/**
 * Builds the relationships between the relations of a schema, by the name of the relation that they
 * start at. A computed relationship with the name of a relation replaces all others to that one.
 *
 * @param tables the relations that show a table, by the table's oid
 */
export function buildRelationships(
  tables: ReadonlyMap<number, readonly TableInRelation[]>,
  keys: readonly ForeignKey[],
  functions: readonly ComputedRelationship[],
): Map<string, Relationship[]> {
  const direct = keys.flatMap((key) =>
    (tables.get(key.source) ?? []).flatMap((source) =>
      (tables.get(key.target) ?? []).flatMap((target) => outward(key, source, target)),
    ),
  );
  const byTable = Map.groupBy(direct, ({ from }) => from.name);
  const junctions = [...byTable.values()].flatMap((ofTable) =>
    ofTable.flatMap((one) =>
      ofTable.map((other) => across(one, other)).filter((way) => way !== null),
    ),
  );
  const isReplaced = ({ from, to }: Relationship) =>
    functions.some((one) => one.from === from && one.schema === to.schema && one.name === to.name);
  const byKeys = [...direct, ...direct.map(backward), ...junctions];
  return Map.groupBy(
    [...byKeys.filter((way) => !isReplaced(way)), ...functions.map(computed)],
    ({ from }) => from.name,
  );
}
