import { randomUUID } from 'node:crypto';
import type { Caller } from '../http/caller.ts';
import type { GatewayContext } from '../http/service.ts';
import { bodyOf, discardRest } from './body-chunks.ts';
import { findBucket, takesMimeType } from './bucket.ts';
import { errors } from './errors.ts';
import { matchesSignature } from './file-signature.ts';
import type { ObjectAddress } from './object-address.ts';
import { rehearseWrite, replaceObject } from './object-write.ts';
import type { StorageParts } from './service-parts.ts';
import { readUploadContent, type UploadContent } from './upload-content.ts';

interface Upload {
  readonly address: ObjectAddress;
  /** On whose behalf it is written. */
  readonly caller: Caller;
  /** Replace an object that is there already. */
  readonly upsert: boolean;
}

interface OpenUpload extends Upload {
  readonly content: UploadContent;
  /** Bytes. */
  readonly sizeLimit: number;
}

async function storeContent(parts: StorageParts, upload: OpenUpload): Promise<string> {
  const { database, store } = parts;
  const { address, caller, content, sizeLimit, upsert } = upload;
  const version = randomUUID();
  const { mimeType: mimetype, cacheControl, userMetadata, declaredLength } = content;
  const write = { address, upsert, version, userMetadata };

  // Asked first, so that nobody sends megabytes for nothing. What comes meanwhile is kept in memory.
  const permission = rehearseWrite(database, caller, {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  });

  const received = await store.receive(content.file, {
    permission,
    sizeLimit,
    onTooLarge: () => errors.entityTooLarge(),
    inspect: (head) => {
      if (!matchesSignature(mimetype, head)) throw errors.contentMismatch(mimetype);
    },
  });
  const { size } = received;
  return replaceObject(parts, caller, received, {
    ...write,
    metadata: {
      // Bytes never change under their version: it is as strong a validator as a digest of them.
      eTag: `"${version}"`,
      size,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    },
  });
}

/**
 * Makes a request's body an object: a form with a file, or the bare bytes.
 *
 * @returns the object's id
 * @throws {StorageError} and leaves nothing, for what the bucket, the caller's
 *   policies or the bytes themselves speak against
 */
export async function uploadObject(
  parts: StorageParts,
  context: GatewayContext,
  upload: Upload,
): Promise<string> {
  const bucket = await findBucket(parts.database.admin, upload.address.bucket);
  const sizeLimit = Math.min(parts.fileSizeLimit, bucket.fileSizeLimit ?? parts.fileSizeLimit);
  const body = bodyOf(context);
  try {
    const content = await readUploadContent(context.req.raw.headers, body, sizeLimit);
    try {
      if (!takesMimeType(bucket, content.mimeType)) throw errors.invalidMimeType(content.mimeType);
      return await storeContent(parts, { ...upload, content, sizeLimit });
    } finally {
      await content.stop();
    }
  } catch (error) {
    void discardRest(body);
    throw error;
  }
}
