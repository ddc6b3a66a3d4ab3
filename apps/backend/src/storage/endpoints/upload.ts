import { randomUUID } from 'node:crypto';
import type { GatewayContext } from '../../http/service.ts';
import { discardRest } from '../body-chunks.ts';
import { findBucket, takesMimeType } from '../bucket.ts';
import { errors } from '../errors.ts';
import { matchesSignature } from '../file-signature.ts';
import { addressOf, type ObjectAddress } from '../object-address.ts';
import { rehearseWrite, writeObject } from '../object-write.ts';
import type { StorageParts } from '../service-parts.ts';
import { readUploadContent, type UploadContent } from '../upload-content.ts';

interface Upload {
  readonly context: GatewayContext;
  readonly address: ObjectAddress;
  readonly content: UploadContent;
  readonly sizeLimit: number;
  readonly upsert: boolean;
}

async function store(
  { database, store, log }: StorageParts,
  { context, address, content, sizeLimit, upsert }: Upload,
): Promise<string> {
  const caller = context.get('caller');
  const version = randomUUID();
  const { mimeType: mimetype, cacheControl, userMetadata, declaredLength } = content;
  const write = { address, upsert, version, userMetadata };

  // Asked first, so that nobody sends megabytes for nothing.
  await rehearseWrite(database, caller, {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  });

  const received = await store.receive(content.chunks, {
    sizeLimit,
    onTooLarge: () => errors.entityTooLarge(),
    inspect: (head) => {
      if (!matchesSignature(mimetype, head)) throw errors.contentMismatch(mimetype);
    },
  });
  const { size, digest } = received;
  const { id, replaced } = await writeObject(database, store, caller, received, {
    ...write,
    metadata: {
      eTag: `"${digest}"`,
      size,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    },
  });
  if (replaced) {
    await store.remove(replaced).catch((cause: unknown) => {
      log.warn({ cause, ...replaced }, 'replaced bytes are left to the sweep');
    });
  }
  return id;
}

/**
 * POST and PUT /object/{bucket}/{key}: stores the body, which is a form with a
 * file or the bare bytes. POST refuses a key that is taken, unless the header
 * `x-upsert` is `true`; PUT replaces.
 */
export const upload = (parts: StorageParts) => async (context: GatewayContext) => {
  const address = addressOf(context);
  const bucket = await findBucket(parts.database.admin, address.bucket);
  const sizeLimit = Math.min(parts.fileSizeLimit, bucket.fileSizeLimit ?? parts.fileSizeLimit);
  const upsert = context.req.method === 'PUT' || context.req.header('x-upsert') === 'true';
  try {
    const content = await readUploadContent(context.req.raw, sizeLimit);
    try {
      if (!takesMimeType(bucket, content.mimeType)) throw errors.invalidMimeType(content.mimeType);
      const id = await store(parts, { context, address, content, sizeLimit, upsert });
      return context.json({ Id: id, Key: `${address.bucket}/${address.key}` });
    } finally {
      await content.stop();
    }
  } catch (error) {
    void discardRest(context.req.raw.body);
    throw error;
  }
};
