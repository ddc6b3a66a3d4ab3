import type { RestLimits } from '../limits.ts';
import {
  notEmbedded,
  relatedOrderNotToOne,
  unknownColumn,
  unknownType,
  domainRepresentations,
  notSupported,
} from '../errors.ts';
import type { Field, OrderTerm, SelectColumn } from '../parser/syntax-tree.ts';
import { writeCondition, type WriteExistence } from './condition.ts';
import { writeField } from './field.ts';
import { RequestLimits } from './request-limits.ts';
import { plainColumns, type Embed, type ReadNode } from './read-node.ts';
import { embedNamed } from './read-tree.ts';
import { quote, type StatementParameters } from './statement.ts';

/** The key of a column in the response: for a path into JSON the last key of the path. */
const keyOf = ({ alias, field }: SelectColumn): string =>
  alias ?? field.path.findLast(({ isIndex }) => !isIndex)?.key ?? field.name;

/**
 * Whether `count` counts rows, which it does where there is no column of the name: PostgREST writes
 * `"books"."count"`, which PostgreSQL reads as `count("books")`. The aggregate `count()` is refused.
 */
const isRowCount = ({ resource }: ReadNode, { name, path }: Field): boolean =>
  name === 'count' &&
  path.length === 0 &&
  !resource.columns.has(name) &&
  !resource.computed.has(name);

/** Within the joins of `rows`, an embedded row exists when its join found one. */
const existsInJoin: WriteExistence = ({ alias, isToOne }) =>
  isToOne ? `(${alias}.* is distinct from null)` : `(${alias}."rows" is not null)`;

/** Writes select statements from resolved trees. */
export class ReadWriter {
  readonly #parameters: StatementParameters;
  readonly #types: ReadonlyMap<string, string>;
  readonly limits: RequestLimits;

  constructor(
    parameters: StatementParameters,
    types: ReadonlyMap<string, string>,
    limits: RestLimits,
  ) {
    this.#parameters = parameters;
    this.#types = types;
    this.limits = new RequestLimits(limits);
  }

  /**
   * Selects the rows of a node with everything that is embedded.
   * @throws {RestError} 42703, 42704, PGRST118
   */
  rows(node: ReadNode, root = node): string {
    const columns = [
      ...node.columns.map((column) => this.#column(node, column)),
      ...node.embeds.filter(({ isHidden }) => !isHidden).map(this.#embedded),
    ];
    const offset = node.offset === 'parameter' ? this.#parameters.offset() : node.offset;
    const order = node.order.map((term) => this.#orderTerm(node, term));
    return [
      `select ${columns.length > 0 ? columns.join(', ') : 'true as "found"'}`,
      `from ${node.from}`,
      ...node.embeds.map((embed) => this.#join(embed, root)),
      ...this.#where(node, [], existsInJoin),
      ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
      ...(node.limit === null ? [] : [`limit ${node.limit}`]),
      ...(offset === 0 ? [] : [`offset ${offset}`]),
    ].join('\n');
  }

  /** Selects an empty row for each row that `rows` would select without a limit. */
  matches(node: ReadNode): string {
    return [
      `select from ${node.from}`,
      ...this.#where(node, this.#innerEmbeds(node), this.#existsBySubquery),
    ].join('\n');
  }

  #where(node: ReadNode, others: readonly string[], writeExistence: WriteExistence): string[] {
    const conditions = node.conditions.map((condition) =>
      writeCondition(node, condition, this.#parameters, writeExistence),
    );
    const all = [
      ...(node.joinCondition === null ? [] : [node.joinCondition]),
      ...others,
      ...conditions,
    ];
    return all.length > 0 ? [`where ${all.join(' and ')}`] : [];
  }

  #column(node: ReadNode, column: SelectColumn): string {
    const { field, cast } = column;
    if (field.name === '*') {
      const columns = [...node.resource.columns.values()];
      if (columns.some(({ isRepresented }) => isRepresented))
        throw notSupported(domainRepresentations);
      return `${node.alias}.*`;
    }
    const sql = isRowCount(node, field)
      ? `count(${node.alias})`
      : writeField(field, node, this.#parameters);
    const type = cast === null ? null : this.#types.get(cast.toLowerCase());
    if (type === undefined) throw unknownType(cast!);
    return `${type === null ? sql : `cast(${sql} as ${type})`} as ${quote(keyOf(column))}`;
  }

  readonly #embedded = (embed: Embed): string => {
    const json = embed.isToOne
      ? `row_to_json(${embed.alias}.*)`
      : `coalesce(${embed.alias}."rows", '[]')`;
    return `${json} as ${quote(embed.name)}`;
  };

  #join(embed: Embed, root: ReadNode): string {
    const rows = this.rows(embed.node, root);
    if (embed.isToOne) return `${embed.join} join lateral (\n${rows}\n) as ${embed.alias} on true`;
    const found = embed.join === 'inner' ? `${embed.alias}."rows" is not null` : 'true';
    const { alias } = embed;
    const { element, from } = this.limits.limitBytes(embed.node, {
      rows,
      alias,
      json: `row_to_json(${alias}.*)`,
      value: `${alias}.*`,
    });
    const list = this.limits.limitRows(root, `json_agg(${element})`);
    return `${embed.join} join lateral (\nselect ${list} as "rows" from ${from}\n) as ${alias} on ${found}`;
  }

  /** Conditions of inner embeds, which filter the rows of their parent. */
  #innerEmbeds(node: ReadNode): string[] {
    return node.embeds.filter(({ join }) => join === 'inner').map(this.#existsBySubquery);
  }

  readonly #existsBySubquery = ({ node }: Embed): string => `exists (\n${this.matches(node)}\n)`;

  #orderTerm(node: ReadNode, { relation, field, direction, nulls }: OrderTerm): string {
    const sql =
      relation === null
        ? writeField(field, node, this.#parameters)
        : this.#relatedField(node, relation, field);
    return `${sql}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  }

  /** @throws {RestError} PGRST108, PGRST118; 42703 for a column that the embed does not select */
  #relatedField(node: ReadNode, relation: string, field: Field): string {
    const embed = embedNamed(node, relation);
    if (!embed) throw notEmbedded(relation);
    if (!embed.isToOne) throw relatedOrderNotToOne(node.resource.name, relation);
    const isSelected = embed.node.columns.some(
      (column) => column.field.name === '*' || keyOf(column) === field.name,
    );
    if (!isSelected) throw unknownColumn(`${embed.node.label}.${field.name}`);
    // The embed's computed columns are plain columns of its join.
    const { resource } = embed.node;
    const columns = new Map([...plainColumns(resource.computed.keys()), ...resource.columns]);
    return writeField(
      field,
      { ...embed.node, resource: { ...resource, columns }, alias: embed.alias },
      this.#parameters,
    );
  }
}
