import { MalformedBindingError, parseFilter, type Filter } from './filter.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** What one `postgres_changes` entry of a channel asks for. */
export interface BindingRequest {
  readonly event: ChangeType | '*';
  /** A name, or `*` for all. */
  readonly schema: string;
  readonly table: string;
  readonly filters: readonly Filter[];
  /** The columns to be told beside the primary key; null for all. */
  readonly select: readonly string[] | null;
}

const readEvent = (event: unknown): BindingRequest['event'] => {
  const name = typeof event === 'string' ? event.toUpperCase() : '*';
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*';
};

const readSelect = (select: unknown): readonly string[] | null => {
  if (typeof select === 'string') {
    throw new MalformedBindingError(
      'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]',
    );
  }
  const names = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : [];
  return names.length > 0 ? names : null;
};

/**
 * Reads a binding as hosted Supabase does: a table without a schema is in `public`, a
 * schema without a table means all its tables, and a filter needs both.
 * @param params as the client wrote them
 * @param filterLength the longest filter that is read, characters
 * @throws {MalformedBindingError}
 */
export function readBinding(
  params: Readonly<Record<string, unknown>>,
  filterLength: number,
): BindingRequest {
  const { schema, table, filter } = params;
  const isNamed = (value: unknown) => typeof value === 'string' && !value.includes('\0');
  const isWhole =
    isNamed(schema) || schema === undefined ? isNamed(table) || table === undefined : false;
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
  if (typeof filter === 'string' && filter.length > filterLength) {
    throw new MalformedBindingError('Error parsing `filter` params: the filter is too long');
  }
  const request: BindingRequest = {
    event: readEvent(params.event),
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    filters: typeof filter === 'string' ? parseFilter(filter) : [],
    select: readSelect(params.select),
  };
  if (request.select && (request.schema === '*' || request.table === '*')) {
    throw new MalformedBindingError(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return request;
}
