import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { bodyOf, discardRest } from './request-body.ts';
import type { PendingUpload } from './pending-upload-bytes.ts';
import { findBucket, takesMimeType } from '../buckets/bucket.ts';
import { errors } from '../errors.ts';
import { isWhole, type MediaFacts } from '../media/scan.ts';
import { scanMedia } from '../media/scan-media.ts';
import { matchesSignature } from './file-signature.ts';
import type { ObjectAddress } from '../objects/object-address.ts';
import { checkWrite, replaceObject } from '../objects/write-object.ts';
import type { StorageContext } from '../storage-context.ts';
import { readUploadContent, type UploadContent } from './upload-content.ts';

interface Upload {
  readonly address: ObjectAddress;
  /** The caller on whose behalf the object is written. */
  readonly caller: Caller;
  /** Whether to replace an existing object. */
  readonly upsert: boolean;
}

interface OpenUpload extends Upload {
  readonly content: UploadContent;
  /** The maximum size of the object, bytes. */
  readonly sizeLimit: number;
}

/**
 * The number of bytes that an upload without `Content-Length` counts as at first: most objects are
 * shorter. A longer upload is checked again, and then counts as the maximum size.
 */
const unannouncedLength = 4 * 1024 * 1024;

/** @param pending the count of the upload's bytes for its account; null without an account */
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

  // The write is checked first, so that a rejected upload ends early. Bytes that arrive during the check
  // are kept in memory.
  const checkedWrite = {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  };
  const check = (pendingUploadBytes: number) =>
    checkWrite(database, caller, checkedWrite, pendingUploadBytes);
  // An announced length is not added, since it is in the checked row's metadata.
  const unannounced = pending && declaredLength === null ? unannouncedLength : 0;
  const permission = check((pending?.before ?? 0) + unannounced);

  const received = await store.receive(content.file, {
    permission,
    sizeLimit,
    ...(unannounced > 0 && {
      expectedSize: unannounced,
      onLonger: () => check((pending?.grow(sizeLimit) ?? 0) + sizeLimit),
    }),
    onPart: () => checkDisk(storage),
    onTooLarge: () => errors.entityTooLarge(),
    inspect: (head) => {
      if (!matchesSignature(mimetype, head)) throw errors.contentMismatch(mimetype);
    },
  });
  let stored = received;
  let facts: MediaFacts | undefined;
  try {
    // The session may have ended during the upload, which may take minutes.
    if (caller.claims) await storage.requireSession(caller.claims);
    const media = await scanMedia(received.path, received.size, mimetype);
    const isCleaned = storage.cleanedBuckets.has(address.bucket);
    if (media === 'unreadable') {
      if (isCleaned) throw errors.contentMismatch(mimetype);
    } else if (media) {
      ({ facts } = media);
      if (isCleaned && !isWhole(media.parts, received.size)) {
        stored = await store.rewrite(received, media.parts);
      }
    }
  } catch (error) {
    await store.discard(received);
    throw error;
  }
  const { size, sha256 } = stored;
  return replaceObject(storage, caller, stored, {
    ...write,
    // The default on hosted Storage.
    userMetadata: userMetadata ?? '{}',
    metadata: {
      // The bytes of a version never change, so that it is as strong a validator as a digest.
      eTag: `"${version}"`,
      size,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
      sha256,
      ...facts,
    },
  });
}

/** @throws {StorageError} DiskFull */
async function checkDisk({ disk }: StorageContext): Promise<void> {
  if (!(await disk.hasRoom())) throw errors.diskFull();
}

/**
 * Stores a request's body, a form with a file or the bare bytes, as an object.
 *
 * @returns the object's id
 * @throws {StorageError} for an upload that the bucket's limits, the caller's policies or the check of
 *   the content reject; nothing of it is stored
 */
export async function uploadObject(
  storage: StorageContext,
  context: GatewayContext,
  upload: Upload,
): Promise<string> {
  await checkDisk(storage);
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
