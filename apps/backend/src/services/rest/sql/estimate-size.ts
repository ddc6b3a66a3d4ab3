import type { SelectColumn } from '../parser/syntax-tree.ts';
import type { Embed, ReadNode } from './read-tree.ts';

/** Types whose values take few bytes as JSON, whatever they are. */
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

/** What a value of a narrow type takes, bytes. */
const narrowBytes = 40;

/**
 * What a value of another type is taken to be, bytes. Larger ones are rare, and a few of them
 * cost little: the answer is measured as a whole in any case.
 */
const wideBytes = 8 * 1024;

/** The signs around a key and its value, and those around a row, bytes. */
const signBytes = 4;

const bytesOf = (key: string, type: string | undefined): number =>
  signBytes + key.length + (type !== undefined && narrowTypes.has(type) ? narrowBytes : wideBytes);

function columnBytes({ resource }: ReadNode, { field, alias, cast }: SelectColumn): number {
  if (field.name === '*') {
    return sum([...resource.columns].map(([name, { type }]) => bytesOf(name, type)));
  }
  const isWhole = field.path.length === 0 && cast === null;
  return bytesOf(alias ?? field.name, isWhole ? resource.columns.get(field.name)?.type : undefined);
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** The most rows that a node brings for one parent. */
const rowsOf = ({ limit }: ReadNode): number => limit ?? Infinity;

/** What the rows of a node take as JSON with all that is embedded in them, an estimate in bytes. */
export function estimateBytes(node: ReadNode): number {
  const embedBytes = ({ name, isToOne, node }: Embed): number =>
    signBytes + name.length + (isToOne ? rowBytes(node) : estimateBytes(node));
  const rowBytes = (row: ReadNode): number =>
    signBytes +
    sum(row.columns.map((column) => columnBytes(row, column))) +
    sum(row.embeds.map(embedBytes));
  // No row of unlimited size is no bytes.
  return rowsOf(node) === 0 ? 0 : rowsOf(node) * rowBytes(node);
}

/** The most rows that the to-many embeds below the rows of a node bring, of all parents together. */
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
