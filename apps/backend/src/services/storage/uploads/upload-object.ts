import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../identity/caller.ts';
import type { GatewayContext } from '../../../http/service.ts';
import { bodyOf, discardRest } from './request-body.ts';
import type { PendingUpload } from './pending-upload-bytes.ts';
import { findBucket, takesMimeType } from '../buckets/bucket.ts';
import { errors } from '../errors.ts';
import { matchesSignature } from './file-signature.ts';
import type { ObjectAddress } from '../objects/object-address.ts';
import type { StagedBytes } from '../files/object-store.ts';
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

/** Bytes may take minutes to come: a session that has ended meanwhile stores nothing more. */
async function requireSessionStill(
  { requireSession, store }: StorageContext,
  { claims }: Caller,
  received: StagedBytes,
): Promise<void> {
  if (!claims) return;
  try {
    await requireSession(claims);
  } catch (error) {
    await store.discard(received);
    throw error;
  }
}

/**
 * Bytes that an upload which announces no length is expected to bring, and counts for at first: most
 * most objects are shorter. One that brings more is asked for anew, as if it were the longest there can be.
 */
const unannouncedLength = 4 * 1024 * 1024;

/** @param pending how the upload's bytes count until it is stored; null where nobody's do */
async function storeContent(
  parts: StorageContext,
  upload: OpenUpload,
  pending: PendingUpload | null,
): Promise<string> {
  const { database, store } = parts;
  const { address, caller, content, sizeLimit, upsert } = upload;
  const version = randomUUID();
  const { mimeType: mimetype, cacheControl, userMetadata, declaredLength } = content;
  const write = { address, upsert, version, userMetadata };

  // Asked first, so that nobody sends megabytes for nothing. What comes meanwhile is kept in memory.
  const checkedWrite = {
    ...write,
    metadata: { mimetype, ...(declaredLength !== null && { contentLength: declaredLength }) },
  };
  const ask = (pendingUploadBytes: number) =>
    checkWrite(database, caller, checkedWrite, pendingUploadBytes);
  // A length that was announced the write itself tells of.
  const unannounced = pending && declaredLength === null ? unannouncedLength : 0;
  const permission = ask((pending?.before ?? 0) + unannounced);

  const received = await store.receive(content.file, {
    permission,
    sizeLimit,
    ...(unannounced > 0 && {
      expectedSize: unannounced,
      onLonger: () => ask((pending?.grow(sizeLimit) ?? 0) + sizeLimit),
    }),
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
async function storeCounted(parts: StorageContext, upload: OpenUpload): Promise<string> {
  const { caller, content } = upload;
  const account = caller.claims?.sub;
  if (account === undefined) return storeContent(parts, upload, null);
  const announced = content.declaredLength ?? unannouncedLength;
  const pending = parts.pendingUploadBytes.begin(account, announced);
  try {
    return await storeContent(parts, upload, pending);
  } finally {
    pending.end();
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
  parts: StorageContext,
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
