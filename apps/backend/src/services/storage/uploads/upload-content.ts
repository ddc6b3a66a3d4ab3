import type { Readable } from 'node:stream';
import { bodyChunks, readableOf, type RequestBody } from './request-body.ts';
import { errors } from '../errors.ts';
import { readMultipart } from './multipart.ts';

/** The metadata of an upload and its unread file. */
export interface UploadContent {
  readonly mimeType: string;
  readonly cacheControl: string;
  /** The uploader's own metadata, as JSON. */
  readonly userMetadata: string | null;
  /** The request's `Content-Length`, bytes; null without this header. */
  readonly declaredLength: number | null;
  readonly file: Readable;
  /** Stops parsing the body and releases it, for a file that is not read to its end. */
  readonly stop: () => Promise<void>;
}

const maximumUserMetadata = 1024 * 1024;

// Only visible ASCII is allowed, since the type becomes a response header.
const mimeTypeShape = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/;

/** Parses a JSON object; null for anything else, which Storage ignores. */
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
 * Reads the metadata of an upload from a form (which storage-js sends for blobs and files), or from the
 * headers if the body is the bare bytes.
 *
 * @param sizeLimit the object's maximum size, bytes; a body that announces more is rejected unread
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
    const encoded = headers.get('x-metadata');
    return {
      mimeType: checkMimeType(contentType),
      cacheControl: headers.get('cache-control') ?? 'no-cache',
      userMetadata: readUserMetadata(
        encoded === null ? undefined : Buffer.from(encoded, 'base64').toString(),
      ),
      declaredLength,
      file: readableOf(body),
      stop: () => Promise.resolve(),
    };
  }

  // The body of a form also has fields and boundaries.
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
