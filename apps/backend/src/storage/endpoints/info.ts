import type { GatewayContext } from '../../http/service.ts';
import { errors } from '../errors.ts';
import { findBucket } from '../bucket.ts';
import { addressOf } from '../object-address.ts';
import { isoDate } from '../object-row.ts';
import type { StorageParts } from '../service-parts.ts';

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

/** GET /object/info/{bucket}/{key} and /object/info/authenticated/…: what is known of an object. */
export const info =
  ({ database }: StorageParts) =>
  async (context: GatewayContext) => {
    const { bucket, key } = addressOf(context);
    const { isPublic } = await findBucket(database.admin, bucket);
    const statement = { text: infoText, values: [bucket, key], prepare: true };
    const [row]: InfoRow[] = isPublic
      ? await database.admin.unsafe<InfoRow[]>(infoText, statement.values, { prepare: true })
      : await database.asCaller(context.get('caller'), statement, { access: 'read only' });
    if (!row?.info) throw errors.noSuchKey();
    return context.body(row.info, 200, { 'content-type': 'application/json' });
  };
