import { unknownColumn } from '../errors.ts';
import type { Field } from '../parser/syntax-tree.ts';
import type { ReadNode } from './read-tree.ts';
import { quote, type StatementParameters } from './statement.ts';

const isJson = (type: string): boolean => type === 'json' || type === 'jsonb';

/**
 * A column of a resource, or what stands at a path inside of it, as SQL.
 * @throws {RestError} 42703 for a column that there is not
 */
export function writeField(
  { name, path }: Field,
  { alias, label, resource }: Pick<ReadNode, 'alias' | 'label' | 'resource'>,
  parameters: StatementParameters,
): string {
  const column = resource.columns.get(name);
  if (!column) throw unknownColumn(`${label}.${name}`);
  const sql = `${alias}.${quote(name)}`;
  if (path.length === 0) return sql;
  // Columns of type json are used as they are, so that indexes on their paths apply.
  const start = isJson(column.type) ? sql : `to_jsonb(${sql})`;
  const steps = path.map(
    ({ arrow, key, isIndex }) =>
      `${arrow}${isIndex ? `${parameters.text(key)}::int` : `${parameters.text(key)}::text`}`,
  );
  return `(${start}${steps.join('')})`;
}
