import { namesIn, type Appearance } from './tables-in-relations.ts';
import type { ColumnPair, Relation, Relationship } from './schema-cache.ts';

export interface ForeignKey {
  readonly name: string;
  /** Object ids of tables. */
  readonly source: number;
  readonly target: number;
  /** Numbers of columns. */
  readonly columns: readonly number[];
  readonly targetColumns: readonly number[];
  /** No two rows of the source have the same target. */
  readonly isUnique: boolean;
}

/** A function that takes a row of one relation and returns rows of another. */
export interface ComputedRelationship {
  readonly from: Relation;
  readonly to: Relation;
  readonly schema: string;
  readonly name: string;
  /** What it is called, as SQL. */
  readonly sql: string;
  /** It returns one row at most. */
  readonly isSingle: boolean;
}

const turnedAround = (pairs: readonly ColumnPair[]): ColumnPair[] =>
  pairs.map(({ from, to }) => ({ from: to, to: from }));

/** A foreign key as it leads from its table, or a view of it, to the one it refers to, or a view. */
const outward = (key: ForeignKey, source: Appearance, target: Appearance): Relationship[] =>
  namesIn(source, key.columns).flatMap((names) =>
    namesIn(target, key.targetColumns).map((targetNames) => ({
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

/** Two many-to-one foreign keys of one table make a junction of it when its primary key holds both. */
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
 * Finds every way from one relation of a schema to another, by the name of the relation that it
 * leads away from. A function that is called as a relation stands for all ways to that one.
 *
 * @param appearances tables in relations of the schema, by the object id of the table
 */
export function relate(
  appearances: ReadonlyMap<number, readonly Appearance[]>,
  keys: readonly ForeignKey[],
  functions: readonly ComputedRelationship[],
): Map<string, Relationship[]> {
  const direct = keys.flatMap((key) =>
    (appearances.get(key.source) ?? []).flatMap((source) =>
      (appearances.get(key.target) ?? []).flatMap((target) => outward(key, source, target)),
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
