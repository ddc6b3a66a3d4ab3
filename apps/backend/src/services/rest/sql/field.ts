import { domainRepresentations, notSupported, unknownColumn } from '../errors.ts';
import type { Field } from '../parser/syntax-tree.ts';
import type { ReadNode } from './read-node.ts';
import { quote, type StatementParameters } from './statement.ts';

const isJsonType = (type: string): boolean => type === 'json' || type === 'jsonb';

/** Writes a column; `isJson` says whether JSON paths apply to it without a cast. */
function writeColumn(
  name: string,
  { alias, label, resource }: Pick<ReadNode, 'alias' | 'label' | 'resource'>,
): { sql: string; isJson: boolean } {
  const column = resource.columns.get(name);
  if (column) {
    if (column.isRepresented) throw notSupported(domainRepresentations);
    // JSON columns are not cast, so that indexes on their paths apply.
    return { sql: `${alias}.${quote(name)}`, isJson: isJsonType(column.type) };
  }
  const computed = resource.computed.get(name);
  if (computed === undefined) throw unknownColumn(`${label}.${name}`);
  const row = resource.rowType === null ? alias : `${alias}::${resource.rowType}`;
  return { sql: `${computed}(${row})`, isJson: false };
}

/**
 * Writes a column of a resource, or a path into it.
 * @throws {RestError} 42703 for an unknown column, PGRST127 for one of a domain with representations
 */
export function writeField(
  { name, path }: Field,
  node: Pick<ReadNode, 'alias' | 'label' | 'resource'>,
  parameters: StatementParameters,
): string {
  const { sql, isJson } = writeColumn(name, node);
  if (path.length === 0) return sql;
  const start = isJson ? sql : `to_jsonb(${sql})`;
  const steps = path.map(
    ({ arrow, key, isIndex }) =>
      `${arrow}${isIndex ? `${parameters.text(key)}::int` : `${parameters.text(key)}::text`}`,
  );
  return `(${start}${steps.join('')})`;
}
