import { z } from 'zod';
import type { Row } from '../../../database/statement.ts';
import { errors } from '../errors.ts';
import { bucketOf } from '../objects/object-address.ts';
import { isoDate, readAs } from '../objects/object-row.ts';
import type { Endpoint } from '../storage-context.ts';

const bucketObject = `json_build_object(
    'id', id, 'name', name, 'type', 'STANDARD', 'owner', coalesce(owner_id, owner::text, ''),
    'public', coalesce(public, false), 'file_size_limit', file_size_limit,
    'allowed_mime_types', allowed_mime_types,
    'created_at', ${isoDate('created_at')}, 'updated_at', ${isoDate('updated_at')}
  )::text as bucket`;

const parse = ({ bucket }: Row) => JSON.parse(bucket ?? 'null') as unknown;

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).default(100),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().default(''),
});

/** GET /bucket: lists the buckets that the caller's policies allow it to see. */
export const listBuckets: Endpoint = (storage) => async (context) => {
  const query = querySchema.safeParse(context.req.query());
  if (!query.success) {
    throw errors.invalidRequest(`querystring: ${query.error.issues[0]?.message ?? 'invalid'}`);
  }
  const { limit, offset, sortColumn, sortOrder, search } = query.data;
  const text = `select ${bucketObject} from storage.buckets
    where strpos(lower(name), lower($1::text)) > 0 or $1::text = ''
    order by ${sortColumn} ${sortOrder}
    limit $2::text::int offset $3::text::int`;
  const values = [search, String(limit), String(offset)];
  const rows = await readAs(storage.database, context.get('caller'), text, values);
  return context.json(rows.map(parse));
};

/** GET /bucket/{bucket}. */
export const getBucket: Endpoint = (storage) => async (context) => {
  const text = `select ${bucketObject} from storage.buckets where id = $1`;
  const [row] = await readAs(storage.database, context.get('caller'), text, [bucketOf(context)]);
  if (!row) throw errors.noSuchBucket();
  return context.json(parse(row));
};
