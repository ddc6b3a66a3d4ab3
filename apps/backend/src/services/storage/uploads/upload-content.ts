import type { Readable } from 'node:stream';
import { bodyChunks, readableOf, type RequestBody } from './request-body.ts';
import { errors } from '../errors.ts';
import { readMultipart } from './multipart.ts';

/** What a request uploads, before its bytes have been read. */
export interface UploadContent {
  readonly mimeType: string;
  readonly cacheControl: string;
  /** The uploader's own notes on the object, as JSON. */
  readonly userMetadata: string | null;
  /** Length of the request's body in bytes, where the client said it. */
  readonly declaredLength: number | null;
  readonly file: Readable;
  /** Ends the reading, for whoever does not read the file to its end, and gives the body back. */
  readonly stop: () => Promise<void>;
}

const maximumUserMetadata = 1024 * 1024;

// Type, subtype and parameters in visible ASCII: it becomes a header again.
const mimeTypeShape = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/;

/** JSON of an object, or null for anything else, which Storage passes over. */
const readUserMetadata = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  if (Buffer.byteLength(text) > maximumUserMetadata) throw errors.entityTooLarge('user_metadata');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
};

const checkMimeType = (mimeType: string): string => {
  if (!mimeTypeShape.test(mimeType)) throw errors.invalidMimeType(mimeType);
  return mimeType;
};

/**
 * Reads what an upload says about itself: a form (as storage-js sends blobs and
 * files) or the bare bytes with headers.
 *
 * @param sizeLimit of the object in bytes; a body that declares more is refused unread
 * @throws {StorageError} EntityTooLarge, InvalidMimeType, InvalidRequest
 */
export async function readUploadContent(
  headers: Headers,
  body: RequestBody,
  sizeLimit: number,
): Promise<UploadContent> {
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  const length = headers.get('content-length');
  const declaredLength = length === null ? null : Number(length);

  if (!contentType.startsWith('multipart/form-data')) {
    if (declaredLength !== null && declaredLength > sizeLimit) throw errors.entityTooLarge();
    const notes = headers.get('x-metadata');
    return {
      mimeType: checkMimeType(contentType),
      cacheControl: headers.get('cache-control') ?? 'no-cache',
      userMetadata: readUserMetadata(
        notes === null ? undefined : Buffer.from(notes, 'base64').toString(),
      ),
      declaredLength,
      file: readableOf(body),
      stop: () => Promise.resolve(),
    };
  }

  // Fields and boundaries come on top of the file.
  if (declaredLength !== null && declaredLength > sizeLimit + 2 * maximumUserMetadata) {
    throw errors.entityTooLarge();
  }
  const { fields, file, stop } = await readMultipart(bodyChunks(body), contentType);
  try {
    const seconds = fields.get('cacheControl');
    return {
      mimeType: checkMimeType(fields.get('contentType') ?? file.mimeType),
      cacheControl: seconds ? `max-age=${seconds}` : 'no-cache',
      userMetadata: readUserMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
      declaredLength,
      file: file.content,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
