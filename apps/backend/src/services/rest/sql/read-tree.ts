import type { RestLimits } from '../limits.ts';
import { duplicateEmbed, embedsTooDeep, notEmbedded, tooManyEmbeds } from '../errors.ts';
import type { RequestQuery, SelectColumn, SelectEmbed, SelectItem } from '../parser/syntax-tree.ts';
import type { RowRange } from '../request/range.ts';
import { findRelationship } from '../schema/find-relationship.ts';
import {
  isToOne,
  type ColumnPair,
  type ExposedSchema,
  type Relation,
  type Relationship,
} from '../schema/schema-cache.ts';
import type { Embed, ReadNode, Resource } from './read-node.ts';
import { qualify, quote } from './statement.ts';

/** @param source of its rows, as SQL */
export const relationResource = (relation: Relation, source = qualify(relation)): Resource => ({
  name: relation.name,
  columns: relation.columns,
  computed: relation.computed,
  rowType: qualify(relation),
  source,
});

export interface ReadOptions {
  readonly schema: ExposedSchema;
  readonly resource: Resource;
  readonly query: RequestQuery;
  /** The range of the root. */
  readonly range: RowRange;
  /** The maximum of rows of each resource; null for no limit. */
  readonly maximumRows: number | null;
  readonly limits: RestLimits;
}

const everything: SelectColumn = {
  kind: 'column',
  field: { name: '*', path: [] },
  alias: null,
  cast: null,
};

const areEqual =
  (left: string, right: string) =>
  ({ from, to }: ColumnPair): string =>
    `${left}.${quote(from)} = ${right}.${quote(to)}`;

/** The key in the response. */
const embedName = ({ alias, name }: SelectEmbed): string => alias ?? name;

/** @throws {RestError} 42712 for two embeds with the same key in the response */
function refuseDuplicates(parent: Resource, embeds: readonly SelectEmbed[], depth: number): void {
  const names = new Set<string>();
  for (const name of embeds.map(embedName)) {
    if (names.has(name)) throw duplicateEmbed(`${parent.name}_${name}_${depth}`);
    names.add(name);
  }
}

/** @param number makes its aliases differ from those of other embeds */
function joinToParent(
  { from, to, pairs, junction, computedBy }: Relationship,
  parent: string,
  number: number,
): Pick<ReadNode, 'alias' | 'from' | 'joinCondition'> {
  const alias = quote(`target_${number}`);
  if (computedBy !== null) {
    // The cast selects the overload where the rows are those of a write or a function.
    const call = `${computedBy}(${parent}::${qualify(from)})`;
    return { alias, from: `${call} as ${alias}`, joinCondition: null };
  }
  const target = `${qualify(to)} as ${alias}`;
  if (!junction) {
    return { alias, from: target, joinCondition: pairs.map(areEqual(parent, alias)).join(' and ') };
  }
  const between = quote(`junction_${number}`);
  const conditions = [
    ...junction.source.map(areEqual(parent, between)),
    ...junction.target.map(areEqual(between, alias)),
  ];
  return {
    alias,
    from: `${target} cross join ${qualify(junction.relation)} as ${between}`,
    joinCondition: conditions.join(' and '),
  };
}

class TreeBuilder {
  readonly #options: ReadOptions;
  #count = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  root(resource: Resource, select: readonly SelectItem[]): ReadNode {
    const alias = quote('base');
    return this.#node(resource, select.length > 0 ? select : [everything], 0, {
      alias,
      from: `${resource.source} as ${alias}`,
      joinCondition: null,
    });
  }

  #node(
    resource: Resource,
    select: readonly SelectItem[],
    depth: number,
    place: Pick<ReadNode, 'alias' | 'from' | 'joinCondition'>,
  ): ReadNode {
    const embedded = select.filter((item) => item.kind === 'embed');
    refuseDuplicates(resource, embedded, depth + 1);
    return {
      ...place,
      resource,
      label: depth === 0 ? resource.name : `${resource.name}_${depth}`,
      columns: select.filter((item) => item.kind === 'column'),
      embeds: embedded.map((item) => this.#embed(resource, place.alias, item, depth + 1)),
      conditions: [],
      order: [],
      limit: null,
      offset: 0,
    };
  }

  /** @throws {RestError} 54000 for too many embeds or too deep ones; PGRST200, PGRST201 */
  #embed(parent: Resource, parentAlias: string, item: SelectEmbed, depth: number): Embed {
    const { schema, maximumRows, limits } = this.#options;
    const number = (this.#count += 1);
    if (depth > limits.embedDepth) throw embedsTooDeep(limits.embedDepth);
    if (number > limits.embeds) throw tooManyEmbeds(limits.embeds);
    const relationship = findRelationship(schema, parent.name, item.name, item.hint);
    const place = joinToParent(relationship, parentAlias, number);
    const node = this.#node(relationResource(relationship.to), item.select, depth, place);
    // A to-one embed has no limit, so that PostgreSQL can choose the kind of join.
    if (!isToOne(relationship)) node.limit = maximumRows;
    return {
      name: embedName(item),
      target: item.name,
      alias: quote(`embed_${number}`),
      relationship,
      join: item.join ?? 'left',
      isToOne: isToOne(relationship),
      isHidden: node.columns.length === 0 && node.embeds.every(({ isHidden }) => isHidden),
      node,
    };
  }
}

/** The embed that a request parameter names. */
export const embedNamed = ({ embeds }: ReadNode, name: string): Embed | undefined =>
  embeds.find((embed) => embed.name === name || embed.target === name);

/** @throws {RestError} PGRST108 */
function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  return path.reduce((node, name) => {
    const embed = embedNamed(node, name);
    if (!embed) throw notEmbedded(name);
    return embed.node;
  }, root);
}

/**
 * Resolves a query against the schema cache, and assigns its conditions, orders and limits to their
 * resources.
 *
 * @throws {RestError} 42712, PGRST108, PGRST200, PGRST201; 54000 for too many embeds or too deep ones
 */
export function buildReadTree(options: ReadOptions): ReadNode {
  const { resource, query, range, maximumRows } = options;
  const root = new TreeBuilder(options).root(resource, query.select);
  const atMost = (rows: number | null) =>
    rows === null ? maximumRows : Math.min(rows, maximumRows ?? rows);
  for (const { path, item } of query.conditions) nodeAt(root, path).conditions.push(item);
  for (const { path, item } of query.orders) nodeAt(root, path).order = item;
  for (const { path, item } of query.limits) nodeAt(root, path).limit = atMost(item);
  for (const { path, item } of query.offsets) nodeAt(root, path).offset = item;
  root.limit = atMost(range.limit);
  root.offset = range.offset === 0 ? 0 : 'parameter';
  return root;
}
