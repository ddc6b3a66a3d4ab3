import type { RealtimeLimits } from '../limits.ts';
import { MalformedBindingError, parseFilter, type Filter, type FilterLimits } from './filter.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** One `postgres_changes` entry of a join. */
export interface BindingRequest {
  readonly event: ChangeType | '*';
  /** A name, or `*` for all. */
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly Filter[];
  /** The columns to send besides the primary key; null for all columns. */
  readonly select: readonly string[] | null;
}

const readEvent = (event: unknown): BindingRequest['event'] => {
  const name = typeof event === 'string' ? event.toUpperCase() : '*';
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*';
};

/** Whether a value can be a name in PostgreSQL, whose texts have neither NUL nor lone surrogates. */
const isName = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

const readSelect = (select: unknown, most: number): readonly string[] | null => {
  if (typeof select === 'string') {
    throw new MalformedBindingError(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  }
  const names = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : [];
  if (names.length > most) {
    throw new MalformedBindingError(`Error parsing \`select\` params: at most ${most} columns`);
  }
  if (!names.every(isName)) {
    throw new MalformedBindingError('Error parsing `select` params: not valid Unicode text');
  }
  return names.length > 0 ? names : null;
};

/**
 * Parses a binding as hosted Supabase does: a table without a schema is in `public`, a
 * schema without a table means all its tables, and a filter needs both.
 * @param params the entry as the client sent it
 * @throws {MalformedBindingError}
 */
export function readBinding(
  params: Readonly<Record<string, unknown>>,
  limits: FilterLimits & Pick<RealtimeLimits, 'columnsPerSelect'>,
): BindingRequest {
  const { schema, table, filter } = params;
  const isWhole = [schema, table].every((name) => name === undefined || isName(name));
  const hasFilter = filter !== undefined && filter !== null;
  const isUnderstood =
    isWhole &&
    (schema !== undefined || table !== undefined) &&
    (!hasFilter || (typeof filter === 'string' && schema !== undefined && table !== undefined));
  if (!isUnderstood) {
    throw new MalformedBindingError(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
    );
  }
  const request: BindingRequest = {
    event: readEvent(params.event),
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    filters: typeof filter === 'string' ? parseFilter(filter, limits) : [],
    select: readSelect(params.select, limits.columnsPerSelect),
  };
  if (request.select && (request.schema === '*' || request.table === '*')) {
    throw new MalformedBindingError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return request;
}
