import { invalidRange } from '../errors.ts';
import type { RequestQuery } from '../parser/syntax-tree.ts';

/** A range of rows of the root resource, from 0. */
export interface RowRange {
  readonly offset: number;
  /** Null for all rows. */
  readonly limit: number | null;
}

const header = /^(\d+)-(\d*)$/;

const rootOf = (ranges: RequestQuery['limits']): number | undefined =>
  ranges.findLast(({ path }) => path.length === 0)?.item;

/**
 * The intersection of the parameters `limit` and `offset` and the header `Range`, which applies to GET
 * only. As in PostgREST, a negative offset counts towards the limit.
 * @throws {RestError} PGRST103 for a range without rows other than `limit=0`
 */
export function readRange(query: RequestQuery, rangeHeader: string | undefined): RowRange {
  const limit = rootOf(query.limits) ?? null;
  const offset = rootOf(query.offsets) ?? 0;
  const lastOfQuery = limit === null ? Infinity : offset + limit - 1;
  // `limit=0` asks for no rows, whatever the offset.
  if (lastOfQuery === -1) return { offset: 0, limit: 0 };

  const [, first = '0', last = ''] = header.exec(rangeHeader?.trim() ?? '') ?? [];
  if (last && Number(last) < Number(first)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  const start = Math.max(0, offset, Number(first));
  const end = Math.min(lastOfQuery, last ? Number(last) : Infinity);
  if (end < start) throw invalidRange('Limit should be greater than or equal to zero.');
  return { offset: start, limit: end === Infinity ? null : end - start + 1 };
}

/**
 * The header `Content-Range`.
 * @param total number of rows without a range; null when they were not counted
 */
export function contentRange(
  first: number,
  last: number,
  total: number | null,
): Record<string, string> {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return { 'Content-Range': `${rows}/${total ?? '*'}` };
}

/**
 * The status and the header `Content-Range` of a response.
 * @throws {RestError} PGRST103 when the range begins after the last row
 */
export function rangeOutcome(
  offset: number,
  rows: number,
  total: number | null,
): { status: 200 | 206; headers: Record<string, string> } {
  const headers = contentRange(offset, offset + rows - 1, total);
  if (total !== null && offset > total) {
    throw invalidRange(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      headers,
    );
  }
  return { status: total !== null && rows < total ? 206 : 200, headers };
}
