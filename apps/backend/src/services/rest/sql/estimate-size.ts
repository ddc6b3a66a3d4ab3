import type { SelectColumn } from '../parser/syntax-tree.ts';
import type { Embed, ReadNode } from './read-node.ts';

/** Types whose values are always short as JSON. */
const narrowTypes: ReadonlySet<string> = new Set([
  'bigint',
  'boolean',
  'date',
  'double precision',
  'integer',
  'real',
  'smallint',
  'timestamp with time zone',
  'timestamp without time zone',
  'uuid',
]);

/** The longest value of a narrow type as JSON, bytes. */
const narrowBytes = 40;

/**
 * The assumed length of a value of another type, bytes. Longer ones are rare, and the whole response
 * is measured in any case.
 */
const wideBytes = 8 * 1024;

/** JSON's punctuation around a key and its value, or around a row, bytes. */
const punctuationBytes = 4;

const bytesOf = (key: string, type: string | undefined): number =>
  punctuationBytes +
  key.length +
  (type !== undefined && narrowTypes.has(type) ? narrowBytes : wideBytes);

function columnBytes({ resource }: ReadNode, { field, alias, cast }: SelectColumn): number {
  if (field.name === '*') {
    return sum([...resource.columns].map(([name, { type }]) => bytesOf(name, type)));
  }
  const isWhole = field.path.length === 0 && cast === null;
  return bytesOf(alias ?? field.name, isWhole ? resource.columns.get(field.name)?.type : undefined);
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** The maximum of a node's rows for one parent. */
const rowsOf = ({ limit }: ReadNode): number => limit ?? Infinity;

/** An estimate of the rows of a node as JSON with everything embedded, bytes. */
export function estimateBytes(node: ReadNode): number {
  const embedBytes = ({ name, isToOne, node }: Embed): number =>
    punctuationBytes + name.length + (isToOne ? rowBytes(node) : estimateBytes(node));
  const rowBytes = (row: ReadNode): number =>
    punctuationBytes +
    sum(row.columns.map((column) => columnBytes(row, column))) +
    sum(row.embeds.map(embedBytes));
  // Without this, 0 rows of infinite size would be NaN.
  return rowsOf(node) === 0 ? 0 : rowsOf(node) * rowBytes(node);
}

/** The maximum of rows of all to-many embeds below a node, for all parents together. */
export function countEmbeddedRows(node: ReadNode): number {
  const below = (row: ReadNode): number =>
    sum(
      row.embeds.map(({ isToOne, node }) =>
        isToOne ? below(node) : rowsOf(node) + countEmbeddedRows(node),
      ),
    );
  const inEach = below(node);
  return inEach === 0 || rowsOf(node) === 0 ? 0 : rowsOf(node) * inEach;
}
