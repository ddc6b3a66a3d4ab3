import { domainRepresentations, notServed, unknownColumn } from '../errors.ts';
import type { Field } from '../parser/syntax-tree.ts';
import type { ReadNode } from './read-tree.ts';
import { quote, type StatementParameters } from './statement.ts';

const isJsonType = (type: string): boolean => type === 'json' || type === 'jsonb';

/** A column as SQL, and whether paths can go into it as it is. */
function writeColumn(
  name: string,
  { alias, label, resource }: Pick<ReadNode, 'alias' | 'label' | 'resource'>,
): { sql: string; isJson: boolean } {
  const column = resource.columns.get(name);
  if (column) {
    if (column.isRepresented) throw notServed(domainRepresentations);
    // Columns of type json are used as they are, so that indexes on their paths apply.
    return { sql: `${alias}.${quote(name)}`, isJson: isJsonType(column.type) };
  }
  const computed = resource.computed.get(name);
  if (computed === undefined) throw unknownColumn(`${label}.${name}`);
  const row = resource.rowType === null ? alias : `${alias}::${resource.rowType}`;
  return { sql: `${computed}(${row})`, isJson: false };
}

/**
 * A column of a resource, or what stands at a path inside of it, as SQL.
 * @throws {RestError} 42703 for a column that there is not, PGRST127 for one of a domain that has
 *   a representation
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
