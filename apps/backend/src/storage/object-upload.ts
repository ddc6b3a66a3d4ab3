import { randomUUID } from 'node:crypto';
import type { Caller } from '../http/caller.ts';
import type { GatewayContext } from '../http/service.ts';
import { bodyOf, discardRest } from './body-chunks.ts';
import { findBucket, takesMimeType } from './bucket.ts';
import { errors } from './errors.ts';
import { matchesSignature } from './file-signature.ts';
import type { ObjectAddress } from './object-address.ts';
import type { ArrivedBytes } from './object-store.ts';
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

/** Bytes may take minutes to come: a session that has ended meanwhile stores nothing more. */
async function requireSessionStill(
  { requireSession, store }: StorageParts,
  { claims }: Caller,
  received: ArrivedBytes,
): Promise<void> {
  if (!claims) return;
  try {
    await requireSession(claims);
  } catch (error) {
    await store.discard(received);
    throw error;
  }
}

async function storeContent(
  parts: StorageParts,
  upload: OpenUpload,
  bytesUnderWay: number,
): Promise<string> {
  const { database, store } = parts;
  const { address, caller, content, sizeLimit, upsert } = upload;
  const version = randomUUID();
  const { mimeType: mimetype, cacheControl, userMetadata, declaredLength } = content;
  const write = { address, upsert, version, userMetadata };

  // Asked first, so that nobody sends megabytes for nothing. What comes meanwhile is kept in memory.
  const rehearsed = {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  };
  const permission = rehearseWrite(database, caller, rehearsed, bytesUnderWay);

  const received = await store.receive(content.file, {
    permission,
    sizeLimit,
    onTooLarge: () => errors.entityTooLarge(),
    inspect: (head) => {
      if (!matchesSignature(mimetype, head)) throw errors.contentMismatch(mimetype);
    },
  });
  const { size } = received;
  await requireSessionStill(parts, caller, received);
  return replaceObject(parts, caller, received, {
    ...write,
    // As hosted Storage has it of whoever noted nothing.
    userMetadata: userMetadata ?? '{}',
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

/** Stores the content while its bytes count as the account's, so that uploads at once do not all find the same room. */
async function storeCounted(parts: StorageParts, upload: OpenUpload): Promise<string> {
  const { caller, content, sizeLimit } = upload;
  const account = caller.claims?.sub;
  if (account === undefined) return storeContent(parts, upload, 0);
  const { declaredLength } = content;
  const underWay = parts.bytesUnderWay.begin(account, declaredLength ?? sizeLimit);
  try {
    // The write itself tells of a length that was declared.
    const ofThis = declaredLength === null ? sizeLimit : 0;
    return await storeContent(parts, upload, underWay.before + ofThis);
  } finally {
    underWay.end();
  }
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
      return await storeCounted(parts, { ...upload, content, sizeLimit });
    } finally {
      await content.stop();
    }
  } catch (error) {
    void discardRest(body);
    throw error;
  }
}
