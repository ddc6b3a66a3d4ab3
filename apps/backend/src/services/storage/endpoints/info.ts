import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { findBucket } from '../buckets/bucket.ts';
import { addressOf, type ObjectAddress } from '../objects/object-address.ts';
import { isoDate } from '../objects/object-row.ts';
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

interface InfoRow {
  readonly info?: string | null;
}

const respond = (context: GatewayContext, row: InfoRow | undefined) => {
  if (!row?.info) throw errors.noSuchKey();
  return context.body(row.info, 200, { 'content-type': 'application/json' });
};

const findInPublic = ({ database: { admin } }: StorageContext, { bucket, key }: ObjectAddress) =>
  admin.unsafe<InfoRow[]>(infoText, [bucket, key], { prepare: true });

/** GET /object/info/{bucket}/{key} and /object/info/authenticated/…: an object's metadata. */
export const info = (storage: StorageContext) => async (context: GatewayContext) => {
  const { database } = storage;
  const address = addressOf(context);
  const { isPublic } = await findBucket(database.admin, address.bucket);
  const statement = { text: infoText, values: [address.bucket, address.key], prepare: true };
  const [row]: InfoRow[] = isPublic
    ? await findInPublic(storage, address)
    : await database.asCaller(context.get('caller'), statement, { access: 'read only' });
  return respond(context, row);
};

/** GET /object/info/public/{bucket}/{key}: the metadata of any object of a public bucket, for anyone. */
export const infoPublic = (storage: StorageContext) => async (context: GatewayContext) => {
  const address = addressOf(context);
  const { isPublic } = await findBucket(storage.database.admin, address.bucket);
  if (!isPublic) throw errors.noSuchBucket();
  const [row] = await findInPublic(storage, address);
  return respond(context, row);
};
