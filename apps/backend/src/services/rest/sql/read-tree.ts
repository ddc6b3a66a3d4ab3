import type { LimitSettings } from '../../../config/limit-settings.ts';
import { duplicateEmbed, embedsTooDeep, notEmbedded, tooManyEmbeds } from '../errors.ts';
import type {
  Condition,
  OrderTerm,
  RequestQuery,
  SelectColumn,
  SelectEmbed,
  SelectItem,
} from '../parser/syntax-tree.ts';
import type { RowRange } from '../request/range.ts';
import { findRelationship } from '../schema/find-relationship.ts';
import {
  isToOne,
  type Column,
  type ColumnPair,
  type ExposedSchema,
  type Relation,
  type Relationship,
} from '../schema/schema-cache.ts';
import { qualify, quote } from './statement.ts';

/** What rows are read from: a relation, what a function returns, or what a write returned. */
export interface Resource {
  /** As relationships know it. */
  readonly name: string;
  readonly columns: ReadonlyMap<string, Pick<Column, 'type' | 'isRepresented'>>;
  /** Functions of a row that stand for columns, as SQL by their names. */
  readonly computed: ReadonlyMap<string, string>;
  /** The type of its rows, as SQL; null where that has no name. */
  readonly rowType: string | null;
  /** As SQL. */
  readonly source: string;
}

/** @param source what its rows are read from, as SQL */
export const relationResource = (relation: Relation, source = qualify(relation)): Resource => ({
  name: relation.name,
  columns: relation.columns,
  computed: relation.computed,
  rowType: qualify(relation),
  source,
});

/** A resource with what a request wants of it. */
export interface ReadNode {
  readonly resource: Resource;
  /** As SQL. */
  readonly alias: string;
  /** What stands after `from`, as SQL. */
  readonly from: string;
  /** The condition that ties its rows to those of its parent, as SQL; null for the root. */
  readonly tie: string | null;
  /** What PostgreSQL would call it in an error. */
  readonly label: string;
  readonly columns: readonly SelectColumn[];
  readonly embeds: readonly Embed[];
  readonly conditions: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number | 'parameter';
}

/** A resource inside another. */
export interface Embed {
  /** The key in the answer, and the name in filters. */
  readonly name: string;
  /** What the request embeds: a table, or a foreign key by its name or column. */
  readonly target: string;
  /** Of the join, as SQL. */
  readonly alias: string;
  readonly relationship: Relationship;
  readonly join: 'inner' | 'left';
  readonly isToOne: boolean;
  /** Selected without any column: it filters, and is not shown. */
  readonly isHidden: boolean;
  readonly node: ReadNode;
}

export interface ReadOptions {
  readonly schema: ExposedSchema;
  readonly resource: Resource;
  readonly query: RequestQuery;
  /** Of the root. */
  readonly range: RowRange;
  /** The most rows that are read of any resource; null for no such limit. */
  readonly maximumRows: number | null;
  readonly limits: LimitSettings;
}

const isColumn = (item: SelectItem): item is SelectColumn => item.kind === 'column';
const isEmbed = (item: SelectItem): item is SelectEmbed => item.kind === 'embed';

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

/** The key in the answer. */
const embedName = ({ alias, name }: SelectEmbed): string => alias ?? name;

/** @throws {RestError} 42712 for two embeds of one name, whose keys in the answer would be the same */
function refuseDuplicates(parent: Resource, embeds: readonly SelectEmbed[], depth: number): void {
  const names = new Set<string>();
  for (const name of embeds.map(embedName)) {
    if (names.has(name)) throw duplicateEmbed(`${parent.name}_${name}_${depth}`);
    names.add(name);
  }
}

/** @param number sets its aliases apart from those of the other embeds */
function tieToParent(
  { from, to, pairs, junction, computedBy }: Relationship,
  parent: string,
  number: number,
): Pick<ReadNode, 'alias' | 'from' | 'tie'> {
  const alias = quote(`target_${number}`);
  if (computedBy !== null) {
    // The cast tells overloads apart where the rows are those of a write or of a function.
    const call = `${computedBy}(${parent}::${qualify(from)})`;
    return { alias, from: `${call} as ${alias}`, tie: null };
  }
  const target = `${qualify(to)} as ${alias}`;
  if (!junction) {
    return { alias, from: target, tie: pairs.map(areEqual(parent, alias)).join(' and ') };
  }
  const between = quote(`junction_${number}`);
  const ties = [
    ...junction.source.map(areEqual(parent, between)),
    ...junction.target.map(areEqual(between, alias)),
  ];
  return {
    alias,
    from: `${target} cross join ${qualify(junction.relation)} as ${between}`,
    tie: ties.join(' and '),
  };
}

class TreeBuilder {
  readonly #schema: ExposedSchema;
  readonly #maximumRows: number | null;
  readonly #limits: LimitSettings;
  #count = 0;

  constructor({ schema, maximumRows, limits }: ReadOptions) {
    this.#schema = schema;
    this.#maximumRows = maximumRows;
    this.#limits = limits;
  }

  root(resource: Resource, select: readonly SelectItem[]): ReadNode {
    const alias = quote('base');
    return this.#node(resource, select.length > 0 ? select : [everything], 0, {
      alias,
      from: `${resource.source} as ${alias}`,
      tie: null,
    });
  }

  #node(
    resource: Resource,
    select: readonly SelectItem[],
    depth: number,
    place: Pick<ReadNode, 'alias' | 'from' | 'tie'>,
  ): ReadNode {
    const embedded = select.filter(isEmbed);
    refuseDuplicates(resource, embedded, depth + 1);
    return {
      ...place,
      resource,
      label: depth === 0 ? resource.name : `${resource.name}_${depth}`,
      columns: select.filter(isColumn),
      embeds: embedded.map((item) => this.#embed(resource, place.alias, item, depth + 1)),
      conditions: [],
      order: [],
      limit: null,
      offset: 0,
    };
  }

  #embed(parent: Resource, parentAlias: string, item: SelectEmbed, depth: number): Embed {
    const { REST_EMBED_DEPTH, REST_EMBEDS } = this.#limits;
    this.#count += 1;
    if (depth > REST_EMBED_DEPTH) throw embedsTooDeep(REST_EMBED_DEPTH);
    if (this.#count > REST_EMBEDS) throw tooManyEmbeds(REST_EMBEDS);
    const relationship = findRelationship(this.#schema, parent.name, item.name, item.hint);
    const { to } = relationship;
    const number = this.#count;
    const resource = relationResource(to);
    const place = tieToParent(relationship, parentAlias, number);
    const node = this.#node(resource, item.select, depth, place);
    // One row needs no limit, and without one PostgreSQL is free to join as it likes.
    if (!isToOne(relationship)) node.limit = this.#maximumRows;
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

/** The embed with the name as request parameters know it. */
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
 * Resolves what a query selects against the schema cache, and puts conditions,
 * order and limits to the resources that they are for.
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
