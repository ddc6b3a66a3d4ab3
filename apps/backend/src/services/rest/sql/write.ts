import { missingWhere, unknownColumn } from '../errors.ts';
import type { RequestQuery } from '../parser/syntax-tree.ts';
import type { Column, Relation } from '../schema/schema-cache.ts';
import { writeCondition } from './condition.ts';
import { payloadColumns, writePayload, type PayloadShape } from './payload.ts';
import type { ReadNode } from './read-node.ts';
import { relationResource } from './read-tree.ts';
import { qualify, quote, type StatementParameters } from './statement.ts';

const base = '"base"';

/** How existing rows are handled. */
export interface Conflict {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
  readonly columns: readonly string[];
}

export interface WriteContext {
  readonly relation: Relation;
  readonly parameters: StatementParameters;
  /** Names of the returned columns: `*` for all, none to count rows only. */
  readonly returning: readonly string[];
}

/** SQL that counts new rows in a setting of the transaction. */
const countInserted = (step: '+ 1' | '- 1', never: string): string =>
  `set_config('pgrst.inserted', (${insertedCount('0')} ${step})::text, true) <> '${never}'`;

/** SQL of the number of new rows of an upsert. */
export const insertedCount = (otherwise: '0' | 'null'): string =>
  `coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, ${otherwise})`;

const returned = ({ returning }: WriteContext): string => {
  if (returning.length === 0) return 'returning 1';
  const columns = returning.map((name) => (name === '*' ? `${base}.*` : `${base}.${quote(name)}`));
  return `returning ${columns.join(', ')}`;
};

/**
 * The conditions of the root, which decide what is written; those of embeds filter the representation.
 * @throws {RestError} 21000 without a condition
 */
function writeWhere(
  command: 'UPDATE' | 'DELETE',
  query: RequestQuery,
  { relation, parameters }: WriteContext,
): string {
  const conditions = query.conditions.filter(({ path }) => path.length === 0);
  if (conditions.length === 0) throw missingWhere(command);
  const resource = relationResource(relation);
  const target = { resource, alias: base, label: relation.name, embeds: [] };
  const parts = conditions.map(({ item }) =>
    writeCondition(target, item, parameters, () => 'true'),
  );
  return `where ${parts.join(' and ')}`;
}

const onConflict = ({ resolution, columns }: Conflict, written: readonly Column[]): string => {
  const target = `on conflict (${columns.map(quote).join(', ')})`;
  if (resolution === 'ignore-duplicates' || written.length === 0) return `${target} do nothing`;
  const changes = written.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`);
  return `${target} do update set ${changes.join(', ')} where ${countInserted('- 1', '-1')}`;
};

/** @throws {RestError} PGRST204; 42703 for an unknown column of `on_conflict` */
export function writeInsert(
  payload: PayloadShape,
  { missing, conflict }: { missing: 'default' | 'null'; conflict: Conflict | null },
  context: WriteContext,
): string {
  const { relation, parameters } = context;
  const columns = payloadColumns(relation, payload);
  for (const name of conflict?.columns ?? []) {
    if (!relation.columns.has(name)) throw unknownColumn(`"${name}"`);
  }
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const isMerged = conflict?.resolution === 'merge-duplicates';
  return [
    `insert into ${qualify(relation)} as ${base}${columns.length > 0 ? ` (${names})` : ''}`,
    `select ${columns.map(({ name }) => `"body".${quote(name)}`).join(', ')}`,
    `from ${writePayload(columns, payload, missing, parameters)}`,
    ...(isMerged ? [`where ${countInserted('+ 1', '0')}`] : []),
    ...(conflict ? [onConflict(conflict, columns)] : []),
    returned(context),
  ].join('\n');
}

/**
 * Writes an update. A body without columns changes nothing and returns no row.
 * @throws {RestError} PGRST204; 21000 without a condition
 */
export function writeUpdate(
  payload: PayloadShape,
  missing: 'default' | 'null',
  query: RequestQuery,
  context: WriteContext,
): string {
  const { relation, parameters } = context;
  const columns = payloadColumns(relation, payload);
  if (columns.length === 0) {
    const names = context.returning.map((name) => (name === '*' ? '*' : quote(name)));
    return `select ${names.join(', ') || '1'} from ${qualify(relation)} where false`;
  }
  const where = writeWhere('UPDATE', query, context);
  const changes = columns.map(({ name }) => `${quote(name)} = "body".${quote(name)}`);
  return [
    `update ${qualify(relation)} as ${base}`,
    `set ${changes.join(', ')}`,
    `from ${writePayload(columns, payload, missing, parameters)}`,
    where,
    returned(context),
  ].join('\n');
}

/** @throws {RestError} 21000 without a condition */
export function writeDelete(query: RequestQuery, context: WriteContext): string {
  const where = writeWhere('DELETE', query, context);
  return `delete from ${qualify(context.relation)} as ${base}\n${where}\n${returned(context)}`;
}

/**
 * The columns that a write has to return for its representation: those selected and ordered by, those
 * that embeds join by, and the primary key; all columns, where a function takes the row.
 */
export function neededColumns(tree: ReadNode, relation: Relation): string[] {
  const selected = tree.columns.map(({ field }) => field.name);
  if (selected.includes('*')) return ['*'];
  const ordered = tree.order
    .filter((term) => term.relation === null)
    .map(({ field }) => field.name);
  const isWholeRow =
    [...selected, ...ordered].some(
      (name) => !relation.columns.has(name) && relation.computed.has(name),
    ) || tree.embeds.some(({ relationship }) => relationship.computedBy !== null);
  if (isWholeRow) return ['*'];
  const joined = tree.embeds.flatMap(({ relationship: { pairs, junction } }) =>
    (junction?.source ?? pairs).map(({ from }) => from),
  );
  return [...new Set([...selected, ...ordered, ...joined, ...relation.primaryKey])];
}
