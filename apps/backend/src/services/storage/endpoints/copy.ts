import { randomUUID } from 'node:crypto';
import type { Row } from '../../../database/statement.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { findObjectAs, objectJson, type StoredObject } from '../objects/object-row.ts';
import { replaceObject } from '../objects/write-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { readSourceAndDestination, type SourceAndDestination } from './source-and-destination.ts';

const describeText = `select
    (${objectJson}::jsonb || jsonb_build_object('Id', id, 'Key', $2::text))::text as answer
  from storage.objects where id = $1`;

/** Copies what was found, unless its bytes have been replaced or removed meanwhile. */
async function copyObject(
  parts: StorageContext,
  caller: Caller,
  { source, destination }: SourceAndDestination,
  upsert: boolean,
  before?: StoredObject,
): Promise<string> {
  const object = await findObjectAs(parts.database, caller, source);
  if (!object) throw errors.noSuchKey();
  const bytes = await parts.store.duplicate(object);
  if (!bytes) {
    if (object.version === before?.version) {
      throw errors.internal(new Error(`the bytes of object ${object.id} are missing`));
    }
    return copyObject(parts, caller, { source, destination }, upsert, object);
  }
  return replaceObject(parts, caller, bytes, {
    address: destination,
    upsert,
    version: randomUUID(),
    metadata: { ...object.metadata, lastModified: new Date().toISOString() },
    userMetadata: object.userMetadata,
  });
}

/**
 * POST /object/copy: makes another object of the same bytes and metadata, which is
 * the caller's own. With the header `x-upsert: true` it may replace one.
 */
export const copy = (parts: StorageContext) => async (context: GatewayContext) => {
  const addresses = await readSourceAndDestination(context);
  const upsert = context.req.header('x-upsert') === 'true';
  const id = await copyObject(parts, context.get('caller'), addresses, upsert);
  const { bucket, key } = addresses.destination;
  const [row] = await parts.database.admin.unsafe<Row[]>(describeText, [id, `${bucket}/${key}`]);
  return context.body(row?.answer ?? '{}', 200, { 'content-type': 'application/json' });
};
