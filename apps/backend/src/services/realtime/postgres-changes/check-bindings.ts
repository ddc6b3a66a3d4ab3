import { DatabaseError } from 'pg';
import type { Sql } from '../../../database/sql.ts';
import type { Role } from '../../../identity/caller.ts';
import type { BindingRequest } from '../protocol/binding.ts';
import { MalformedBindingError, type Filter } from '../protocol/filter.ts';
import type { TableFilter } from './subscriptions.ts';

interface TableRow {
  readonly entity: number;
  readonly checked: readonly { readonly condition: string; readonly decided_by: string[] | null }[];
}

const quote = (text: string): string => JSON.stringify(text);

const showFilter = ({ column, op, value, negate }: Filter): string =>
  `{${quote(column)}, ${quote(op)}, ${quote(value)}, ${negate}}`;

/** Writes the request as hosted Supabase does, in Elixir's syntax. */
const show = ({ event, schema, table, filters, select }: BindingRequest): string =>
  `[event: ${event}, schema: ${schema}, table: ${table}, ` +
  `filters: [${filters.map(showFilter).join(', ')}], ` +
  `select: ${select ? `[${select.map(quote).join(', ')}]` : 'nil'}]`;

const unable = 'Unable to subscribe to changes with given parameters.';

/**
 * Finds the published tables of a binding and checks its filters and columns as the
 * subscriber's role.
 *
 * @param sql connections as the authenticator
 * @throws {MalformedBindingError} in Supabase's words: no such table, a column that the role may not
 *   read, a value that is not of the column's type
 */
export async function checkBinding(
  sql: Sql,
  role: Role,
  request: BindingRequest,
): Promise<Map<number, readonly TableFilter[]>> {
  const { schema, table, filters, select } = request;
  try {
    const rows = await sql<TableRow[]>`
      select entity::int8::float8 as entity, checked
      from realtime.tables_of_binding(
        ${schema}, ${table}, ${role}, ${JSON.stringify(filters)}::text::jsonb, ${select}::text[])`;
    if (rows.length === 0) {
      throw new MalformedBindingError(
        `${unable} Please check Realtime is enabled for the given connect parameters: ${show(request)}`,
      );
    }
    return new Map(
      rows.map(({ entity, checked }) => [
        entity,
        filters.map(({ column, op, negate, value }, index) => {
          const { condition = 'false', decided_by: texts = null } = checked[index] ?? {};
          const isNullTest = op === 'is' && value === 'null';
          const decidedBy = isNullTest ? new Set<string>() : texts && new Set(texts);
          return { column, op, negate, condition, decidedBy };
        }),
      ]),
    );
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new MalformedBindingError(
      `${unable} An exception happened so please check your connect parameters: ${show(request)}. ` +
        `Exception: ${error.severity} ${error.code} ${error.message}`,
      { cause: error },
    );
  }
}
