import { randomUUID } from 'node:crypto';
import type { Row } from '../../../database/statement.ts';
import type { Caller } from '../../../identity/caller.ts';
import { errors } from '../errors.ts';
import { findObjectAs, objectJson, type StoredObject } from '../objects/object-row.ts';
import { replaceObject } from '../objects/write-object.ts';
import type { Endpoint, StorageContext } from '../storage-context.ts';
import { readSourceAndDestination, type SourceAndDestination } from './source-and-destination.ts';

const describeText = `select
    (${objectJson}::jsonb || jsonb_build_object('Id', id, 'Key', $2::text))::text as answer
  from storage.objects where id = $1`;

/** Copies an object. If its bytes are replaced or removed meanwhile, it is looked up again. */
async function copyObject(
  storage: StorageContext,
  caller: Caller,
  { source, destination }: SourceAndDestination,
  upsert: boolean,
  before?: StoredObject,
): Promise<string> {
  const object = await findObjectAs(storage.database, caller, source);
  if (!object) throw errors.noSuchKey();
  const bytes = await storage.store.duplicate(object);
  if (!bytes) {
    if (object.version === before?.version) throw errors.missingBytes(object.id);
    return copyObject(storage, caller, { source, destination }, upsert, object);
  }
  return replaceObject(storage, caller, bytes, {
    address: destination,
    upsert,
    version: randomUUID(),
    metadata: { ...object.metadata, lastModified: new Date().toISOString() },
    userMetadata: object.userMetadata,
  });
}

/**
 * POST /object/copy: creates another object with the same bytes and metadata, owned by the caller.
 * With the header `x-upsert: true` it may replace an object.
 */
export const copy: Endpoint = (storage) => async (context) => {
  const addresses = await readSourceAndDestination(context);
  const upsert = context.req.header('x-upsert') === 'true';
  const id = await copyObject(storage, context.get('caller'), addresses, upsert);
  const { bucket, key } = addresses.destination;
  const [row] = await storage.database.admin.unsafe<Row[]>(describeText, [id, `${bucket}/${key}`]);
  return context.body(row?.answer ?? '{}', 200, { 'content-type': 'application/json' });
};
