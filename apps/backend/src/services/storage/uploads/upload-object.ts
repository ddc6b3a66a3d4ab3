import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { bodyOf, discardRest } from './request-body.ts';
import type { PendingUpload } from './pending-upload-bytes.ts';
import { findBucket, takesMimeType } from '../buckets/bucket.ts';
import { errors } from '../errors.ts';
import { matchesSignature } from './file-signature.ts';
import type { ObjectAddress } from '../objects/object-address.ts';
import { checkWrite, replaceObject } from '../objects/write-object.ts';
import type { StorageContext } from '../storage-context.ts';
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

/**
 * Bytes that an upload without `Content-Length` counts as at first: most objects are shorter. One that
 * is longer is checked again, as if it were as long as the limit.
 */
const unannouncedLength = 4 * 1024 * 1024;

/** @param pending counts the upload's bytes for its account; null without an account */
async function storeContent(
  storage: StorageContext,
  upload: OpenUpload,
  pending: PendingUpload | null,
): Promise<string> {
  const { database, store } = storage;
  const { address, caller, content, sizeLimit, upsert } = upload;
  const version = randomUUID();
  const { mimeType: mimetype, cacheControl, userMetadata, declaredLength } = content;
  const write = { address, upsert, version, userMetadata };

  // Checked before the bytes are received, so that a refused upload ends early. Bytes that arrive
  // meanwhile are kept in memory.
  const checkedWrite = {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  };
  const check = (pendingUploadBytes: number) =>
    checkWrite(database, caller, checkedWrite, pendingUploadBytes);
  // An announced length is in the checked row's metadata.
  const unannounced = pending && declaredLength === null ? unannouncedLength : 0;
  const permission = check((pending?.before ?? 0) + unannounced);

  const received = await store.receive(content.file, {
    permission,
    sizeLimit,
    ...(unannounced > 0 && {
      expectedSize: unannounced,
      onLonger: () => check((pending?.grow(sizeLimit) ?? 0) + sizeLimit),
    }),
    onTooLarge: () => errors.entityTooLarge(),
    inspect: (head) => {
      if (!matchesSignature(mimetype, head)) throw errors.contentMismatch(mimetype);
    },
  });
  const { size } = received;
  if (caller.claims) {
    // The session may have ended while the bytes arrived, which may take minutes.
    await storage.requireSession(caller.claims).catch(async (error: unknown) => {
      await store.discard(received);
      throw error;
    });
  }
  return replaceObject(storage, caller, received, {
    ...write,
    // As on hosted Storage, where the uploader sent none.
    userMetadata: userMetadata ?? '{}',
    metadata: {
      // The bytes of a version never change: it is as strong a validator as a digest.
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
 * Stores a request's body as an object: a form with a file, or the bare bytes.
 *
 * @returns the object's id
 * @throws {StorageError} and leaves nothing behind, when the bucket's limits, the caller's policies or
 *   the content refuse the upload
 */
export async function uploadObject(
  storage: StorageContext,
  context: GatewayContext,
  upload: Upload,
): Promise<string> {
  const bucket = await findBucket(storage.database.admin, upload.address.bucket);
  const sizeLimit = Math.min(storage.fileSizeLimit, bucket.fileSizeLimit ?? storage.fileSizeLimit);
  const body = bodyOf(context);
  try {
    const content = await readUploadContent(context.req.raw.headers, body, sizeLimit);
    const account = upload.caller.claims?.sub;
    let pending: PendingUpload | null = null;
    try {
      if (!takesMimeType(bucket, content.mimeType)) throw errors.invalidMimeType(content.mimeType);
      if (account !== undefined) {
        const announced = content.declaredLength ?? unannouncedLength;
        pending = storage.pendingUploadBytes.begin(account, announced);
      }
      return await storeContent(storage, { ...upload, content, sizeLimit }, pending);
    } finally {
      pending?.end();
      await content.stop();
    }
  } catch (error) {
    void discardRest(body);
    throw error;
  }
}
