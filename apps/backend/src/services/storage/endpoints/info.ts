import type { Row } from '../../../database/statement.ts';
import { errors } from '../errors.ts';
import { findBucket } from '../buckets/bucket.ts';
import { addressOf } from '../objects/object-address.ts';
import { isoDate, readAs } from '../objects/object-row.ts';
import type { Endpoint } from '../storage-context.ts';

const infoText = `select json_build_object(
    'id', id, 'name', name, 'version', version, 'bucket_id', bucket_id,
    'size', metadata -> 'size', 'content_type', metadata -> 'mimetype',
    'cache_control', metadata -> 'cacheControl', 'etag', metadata -> 'eTag',
    'metadata', user_metadata,
    'last_modified', ${isoDate('updated_at')},
    'created_at', ${isoDate('created_at')}
  )::text as info
  from storage.objects where bucket_id = $1 and name = $2`;

/** @param audience `anyone` for objects of public buckets only */
const describeObject =
  (audience: 'anyone' | 'caller'): Endpoint =>
  ({ database }) =>
  async (context) => {
    const { bucket, key } = addressOf(context);
    const { isPublic } = await findBucket(database.admin, bucket);
    if (audience === 'anyone' && !isPublic) throw errors.noSuchBucket();
    const [row] = isPublic
      ? await database.admin.unsafe<Row[]>(infoText, [bucket, key], { prepare: true })
      : await readAs(database, context.get('caller'), infoText, [bucket, key]);
    if (!row?.info) throw errors.noSuchKey();
    return context.body(row.info, 200, { 'content-type': 'application/json' });
  };

/** GET /object/info/{bucket}/{key} and /object/info/authenticated/… */
export const info = describeObject('caller');

/** GET /object/info/public/{bucket}/{key}. */
export const infoPublic = describeObject('anyone');
