import { z } from 'zod';
import type { GatewayContext } from '../../../http/service.ts';
import { readJson } from './json-body.ts';
import { checkAddress, type ObjectAddress } from '../objects/object-address.ts';
import { errors } from '../errors.ts';
import { lockAddress, replaceObject } from '../objects/write-object.ts';
import type { Endpoint, StorageContext } from '../storage-context.ts';
import { randomUUID } from 'node:crypto';
import type { Row } from '../../../database/statement.ts';
import type { Caller } from '../../../identity/caller.ts';
import { findObjectAs, objectJson, type StoredObject } from '../objects/object-row.ts';

/** The addresses of a move or a copy. */
interface SourceAndDestination {
  readonly source: ObjectAddress;
  readonly destination: ObjectAddress;
}

const schema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  // Only copies have this. The source's metadata is always copied.
  copyMetadata: z.literal(true, 'replacing the metadata in a copy is not served here').optional(),
});

/**
 * Reads the body of a move or a copy.
 * @throws {StorageError} InvalidRequest, InvalidBucketName, InvalidKey
 */
async function readSourceAndDestination(context: GatewayContext): Promise<SourceAndDestination> {
  const body = await readJson(context, schema);
  const { bucketId, sourceKey, destinationBucket, destinationKey } = body;
  return {
    source: checkAddress({ bucket: bucketId, key: sourceKey }),
    destination: checkAddress({ bucket: destinationBucket ?? bucketId, key: destinationKey }),
  };
}

const moveText = `update storage.objects
  set bucket_id = $3, name = $4, owner = coalesce($5::text::uuid, owner),
    owner_id = coalesce($5::text, owner_id)
  where bucket_id = $1 and name = $2
  returning id`;

/**
 * POST /object/move: changes an object's key, and optionally its bucket. The caller must be allowed to
 * read the object, and to change it at both addresses. Only the row changes, since files are named by
 * the object's id.
 */
export const move: Endpoint = (storage) => async (context) => {
  const { source, destination } = await readSourceAndDestination(context);
  const caller = context.get('caller');
  const owner = caller.claims?.sub ?? null;
  const values = [source.bucket, source.key, destination.bucket, destination.key, owner];
  const isMoved = await storage.database.transactionAs(caller, async (sql) => {
    await lockAddress(sql, destination);
    const rows = await sql.unsafe<{ id: string }[]>(moveText, values, { prepare: true });
    return rows.length > 0;
  });
  if (!isMoved) throw errors.noSuchKey();
  return context.json({ message: 'Successfully moved' });
};

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
