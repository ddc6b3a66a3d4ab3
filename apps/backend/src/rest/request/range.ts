import { invalidRange } from '../errors.ts';
import type { RequestQuery } from '../parser/syntax-tree.ts';

/** Rows of the root resource, counted from 0. */
export interface RowRange {
  readonly offset: number;
  /** Null for all rows. */
  readonly limit: number | null;
}

const header = /^(\d+)-(\d*)$/;

const rootOf = (ranges: RequestQuery['limits']): number | undefined =>
  ranges.findLast(({ path }) => path.length === 0)?.item;

/**
 * Brings together the parameters `limit` and `offset` and the header `Range`,
 * which counts for GET alone.
 * @throws {RestError} PGRST103 for a negative limit and for a range that ends before it begins
 */
export function readRange(query: RequestQuery, rangeHeader: string | undefined): RowRange {
  const limit = rootOf(query.limits) ?? null;
  const offset = rootOf(query.offsets) ?? 0;
  if (limit !== null && limit < 0) {
    throw invalidRange('Limit should be greater than or equal to zero.');
  }
  const [, first, last] = header.exec(rangeHeader?.trim() ?? '') ?? [];
  if (first === undefined) return { offset, limit };

  const end = Math.min(
    limit === null ? Infinity : offset + limit - 1,
    last ? Number(last) : Infinity,
  );
  const start = Math.max(offset, Number(first));
  if (last && Number(last) < Number(first)) {
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset: start, limit: end === Infinity ? null : Math.max(0, end - start + 1) };
}

/**
 * The header `Content-Range`.
 * @param total rows there are without a range; null when they were not counted
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
 * The status and range of an answer with some of the rows.
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
