import type { ColumnPair, Relation, Relationship } from './schema-cache.ts';

export interface ForeignKey {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  /** No two rows of the source have the same target. */
  readonly isUnique: boolean;
}

const turnedAround = (pairs: readonly ColumnPair[]): ColumnPair[] =>
  pairs.map(({ from, to }) => ({ from: to, to: from }));

/** A foreign key as it leads from its table to the one it refers to. */
function outward(key: ForeignKey, relations: ReadonlyMap<string, Relation>): Relationship {
  return {
    cardinality: key.isUnique ? 'one-to-one' : 'many-to-one',
    from: relations.get(key.source)!,
    to: relations.get(key.target)!,
    constraint: key.name,
    pairs: key.columns.map((from, index) => ({ from, to: key.targetColumns[index]! })),
    junction: null,
  };
}

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
  if (one === other || ![...one.pairs, ...other.pairs].every(isInKey)) return null;
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
  };
}

/** Finds every way from one relation to another, by the name of the relation that it leads away from. */
export function relate(
  relations: ReadonlyMap<string, Relation>,
  keys: readonly ForeignKey[],
): Map<string, Relationship[]> {
  const direct = keys.map((key) => outward(key, relations));
  const byTable = Map.groupBy(direct, ({ from }) => from.name);
  const junctions = [...byTable.values()].flatMap((ofTable) =>
    ofTable.flatMap((one) =>
      ofTable.map((other) => across(one, other)).filter((way) => way !== null),
    ),
  );
  return Map.groupBy([...direct, ...direct.map(backward), ...junctions], ({ from }) => from.name);
}
