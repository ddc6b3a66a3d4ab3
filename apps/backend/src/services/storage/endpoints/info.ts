import type { Row } from '../../../database/statement.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { findBucket } from '../buckets/bucket.ts';
import { addressOf } from '../objects/object-address.ts';
import { isoDate, readAs } from '../objects/object-row.ts';
import type { StorageContext } from '../storage-context.ts';

const infoText = `select json_build_object(
    'id', id, 'name', name, 'version', version, 'bucket_id', bucket_id,
    'size', metadata -> 'size', 'content_type', metadata -> 'mimetype',
    'cache_control', metadata -> 'cacheControl', 'etag', metadata -> 'eTag',
    'metadata', user_metadata,
    'last_modified', ${isoDate('updated_at')},
    'created_at', ${isoDate('created_at')}
  )::text as info
  from storage.objects where bucket_id = $1 and name = $2`;

const respond = (context: GatewayContext, row: Row | undefined) => {
  if (!row?.info) throw errors.noSuchKey();
  return context.body(row.info, 200, { 'content-type': 'application/json' });
};

/** GET /object/info/{bucket}/{key} and /object/info/authenticated/…: describes an object. */
export const info =
  ({ database }: StorageContext) =>
  async (context: GatewayContext) => {
    const { bucket, key } = addressOf(context);
    const { isPublic } = await findBucket(database.admin, bucket);
    const [row] = isPublic
      ? await database.admin.unsafe<Row[]>(infoText, [bucket, key], { prepare: true })
      : await readAs(database, context.get('caller'), infoText, [bucket, key]);
    return respond(context, row);
  };

/** GET /object/info/public/{bucket}/{key}: describes any object of a public bucket to anyone. */
export const infoPublic =
  ({ database: { admin } }: StorageContext) =>
  async (context: GatewayContext) => {
    const { bucket, key } = addressOf(context);
    const { isPublic } = await findBucket(admin, bucket);
    if (!isPublic) throw errors.noSuchBucket();
    const [row] = await admin.unsafe<Row[]>(infoText, [bucket, key], { prepare: true });
    return respond(context, row);
  };
