import { RestError } from '../errors.ts';
import type { ColumnPair, ExposedSchema, Relationship } from './schema-cache.ts';
import { findSimilarName } from './similar-name.ts';

const only = (pairs: readonly ColumnPair[], side: keyof ColumnPair): string | null =>
  pairs.length === 1 ? pairs[0]![side] : null;

const isTarget = (way: Relationship, target: string, hint: string | null): boolean => {
  if (way.computedBy !== null) return target === way.constraint;
  const isNamed = target === way.to.name;
  const isManyToMany = way.cardinality === 'many-to-many';
  if (way.from === way.to) {
    // In a self-referencing table, the table's name means the rows that refer to this one, and the
    // foreign key's column the row that this one refers to.
    if (hint === null) {
      return (
        (isNamed && way.cardinality === 'one-to-many') ||
        (way.cardinality === 'many-to-one' && target === only(way.pairs, 'from'))
      );
    }
    return isNamed && way.cardinality === 'one-to-many' && hint === only(way.pairs, 'to');
  }
  if (hint === null) {
    return (
      isNamed ||
      (!isManyToMany &&
        !way.to.isView &&
        (target === way.constraint || target === only(way.pairs, 'from')))
    );
  }
  return (
    isNamed &&
    (isManyToMany
      ? hint === way.junction?.relation.name
      : [way.constraint, only(way.pairs, 'from'), only(way.pairs, 'to')].includes(hint))
  );
};

const columnList = (pairs: readonly ColumnPair[], side: keyof ColumnPair): string =>
  `(${pairs.map((pair) => pair[side]).join(', ')})`;

const describeKeys = ({ from, to, constraint, pairs, junction }: Relationship): string =>
  junction
    ? `${junction.relation.name} using ${junction.constraints[0]}${columnList(junction.source, 'to')} and ${junction.constraints[1]}${columnList(junction.target, 'from')}`
    : `${constraint} using ${from.name}${columnList(pairs, 'from')} and ${to.name}${columnList(pairs, 'to')}`;

const describe = (way: Relationship) => ({
  cardinality: way.cardinality,
  embedding: `${way.from.name} with ${way.to.name}`,
  relationship: way.computedBy === null ? describeKeys(way) : `the function ${way.computedBy}`,
});

const unrelated = (schema: ExposedSchema, from: string, target: string, hint: string | null) => {
  const ways = schema.relationships.get(from);
  const child = ways && findSimilarName(target, new Set(ways.map(({ to }) => to.name)));
  const suggestion =
    child && child !== target ? `Perhaps you meant '${child}' instead of '${target}'.` : null;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from}' and '${target}'${hint === null ? '' : ` using the hint '${hint}'`} in the schema '${schema.name}', but no matches were found.`,
      hint: suggestion,
    },
  );
};

const ambiguous = (from: string, target: string, found: readonly Relationship[]) => {
  const hints = found.map(
    ({ to, constraint, junction }) => `'${to.name}!${junction?.relation.name ?? constraint}'`,
  );
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
};

/**
 * Finds the one relationship from a relation to the target of an embed.
 *
 * @param target a relation, a foreign key, the column of one, or a computed relationship
 * @param hint a foreign key, the column of one on either side, or a junction
 * @throws {RestError} PGRST200 for none, PGRST201 for several
 */
export function findRelationship(
  schema: ExposedSchema,
  from: string,
  target: string,
  hint: string | null,
): Relationship {
  const found = (schema.relationships.get(from) ?? []).filter((way) => isTarget(way, target, hint));
  const [first] = found;
  if (!first) throw unrelated(schema, from, target, hint);
  if (found.length > 1) throw ambiguous(from, target, found);
  return first;
}
