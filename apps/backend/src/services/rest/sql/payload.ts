import { domainRepresentations, notSupported, unknownPayloadColumn } from '../errors.ts';
import type { Column, Relation } from '../schema/schema-cache.ts';
import { quote, quoteText, type StatementParameters } from './statement.ts';

/** The shape of a body, without its values. */
export interface PayloadShape {
  readonly keys: readonly string[];
  readonly isObject: boolean;
}

/** A column, or an argument, that a body sets. */
type WrittenColumn = Pick<Column, 'name' | 'type' | 'default'>;

/**
 * The columns that a body sets.
 * @throws {RestError} PGRST204; PGRST127 for one of a domain with representations
 */
export const payloadColumns = (relation: Relation, { keys }: PayloadShape): Column[] =>
  keys.map((key) => {
    const column = relation.columns.get(key);
    if (!column) throw unknownPayloadColumn(relation.name, key);
    if (column.isRepresented) throw notSupported(domainRepresentations);
    return column;
  });

/** SQL of the body's objects with the columns' defaults added, as a jsonb array. */
function withDefaults(columns: readonly WrittenColumn[], isObject: boolean, body: string): string {
  const defaults = columns.flatMap((column) =>
    column.default === null ? [] : [`${quoteText(column.name)}, ${column.default}`],
  );
  const elements = isObject ? `jsonb_build_array(${body}::jsonb)` : `${body}::jsonb`;
  return `(select jsonb_agg(jsonb_build_object(${defaults.join(', ')}) || "element") from jsonb_array_elements(${elements}) as "element")`;
}

/**
 * Writes the body as a source of rows named "body", with the columns' types.
 *
 * @param missing the value of keys that an object lacks
 */
export function writePayload(
  columns: readonly WrittenColumn[],
  { isObject }: PayloadShape,
  missing: 'default' | 'null',
  parameters: StatementParameters,
): string {
  if (columns.length === 0) {
    return isObject
      ? '(values (1)) as "body"'
      : `json_array_elements(${parameters.body()}::json) as "body"`;
  }
  const typed = columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  const body = parameters.body();
  if (missing === 'default') {
    return `jsonb_to_recordset(${withDefaults(columns, isObject, body)}) as "body"(${typed})`;
  }
  return `${isObject ? 'json_to_record' : 'json_to_recordset'}(${body}::json) as "body"(${typed})`;
}
