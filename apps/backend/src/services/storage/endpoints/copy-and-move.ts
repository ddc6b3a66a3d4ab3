import { randomUUID } from 'node:crypto';
import type { Row } from '../../../database/statement.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';
import { findObjectAs, objectJson, type StoredObject } from '../objects/object-row.ts';
import { replaceObject, lockAddress } from '../objects/write-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { z } from 'zod';
import { readJson } from './json-body.ts';
import { checkAddress, type ObjectAddress } from '../objects/object-address.ts';

/** The addresses of a move or a copy. */
interface SourceAndDestination {
  readonly source: ObjectAddress;
  readonly destination: ObjectAddress;
}

const addressesSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  // Sent with copies only: an object's metadata is always copied with it.
  copyMetadata: z.literal(true, 'other metadata than the source’s is not served here').optional(),
});

/**
 * Reads the body of a move or a copy.
 * @throws {StorageError} InvalidRequest, InvalidBucketName, InvalidKey
 */
async function readSourceAndDestination(context: GatewayContext): Promise<SourceAndDestination> {
  const body = await readJson(context, addressesSchema);
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  return {
    source: checkAddress({ bucket: bucketId, key: sourceKey }),
    destination: checkAddress({ bucket: destinationBucket ?? bucketId, key: destinationKey }),
  };
}

const describeText = `select
    (${objectJson}::jsonb || jsonb_build_object('Id', id, 'Key', $2::text))::text as answer
  from storage.objects where id = $1`;

/** Copies an object; looks it up again when its bytes were replaced or removed meanwhile. */
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
    if (object.version === before?.version) {
      throw errors.internal(new Error(`the bytes of object ${object.id} are missing`));
    }
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
export const copy = (storage: StorageContext) => async (context: GatewayContext) => {
  const addresses = await readSourceAndDestination(context);
  const upsert = context.req.header('x-upsert') === 'true';
  const id = await copyObject(storage, context.get('caller'), addresses, upsert);
  const { bucket, key } = addresses.destination;
  const [row] = await storage.database.admin.unsafe<Row[]>(describeText, [id, `${bucket}/${key}`]);
  return context.body(row?.answer ?? '{}', 200, { 'content-type': 'application/json' });
};

const moveText = `update storage.objects
  set bucket_id = $3, name = $4, owner = coalesce($5::text::uuid, owner),
    owner_id = coalesce($5::text, owner_id)
  where bucket_id = $1 and name = $2
  returning id`;

/**
 * POST /object/move: gives an object another key, perhaps in another bucket. The caller must be
 * allowed to read the object, and to change it at both addresses. Files are named by the object's id,
 * so that only the row changes.
 */
export const move =
  ({ database }: StorageContext) =>
  async (context: GatewayContext) => {
    const { source, destination } = await readSourceAndDestination(context);
    const caller = context.get('caller');
    const values = [
      source.bucket,
      source.key,
      destination.bucket,
      destination.key,
      caller.claims?.sub ?? null,
    ];
    const isMoved = await database.transactionAs(caller, async (sql) => {
      await lockAddress(sql, destination);
      const rows = await sql.unsafe<{ id: string }[]>(moveText, values, { prepare: true });
      return rows.length > 0;
    });
    if (!isMoved) throw errors.noSuchKey();
    return context.json({ message: 'Successfully moved' });
  };
