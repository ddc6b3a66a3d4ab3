import { DatabaseError } from 'pg';
import { codeOf } from '../../lib/error-code.ts';
import { HttpError, RequestError, type HttpErrorOptions } from '../../lib/request-error.ts';

/** Error codes of Supabase Storage. */
type StorageErrorCode =
  | 'Aborted'
  | 'AccessDenied'
  | 'DatabaseError'
  | 'DatabaseTimeout'
  | 'DiskFull'
  | 'EntityTooLarge'
  | 'InternalError'
  | 'InvalidBucketName'
  | 'InvalidJWT'
  | 'InvalidKey'
  | 'InvalidMimeType'
  | 'InvalidParameter'
  | 'InvalidRange'
  | 'InvalidRequest'
  | 'InvalidSignature'
  | 'KeyAlreadyExists'
  | 'NoSuchBucket'
  | 'NoSuchKey'
  | 'NotSupported'
  | 'ResourceLocked'
  | 'ResourceReferenced'
  | 'SlowDown';

interface StorageErrorOptions extends HttpErrorOptions {
  /** The older name of the error, if it differs from the code. */
  readonly error?: string;
  /** The status of the response: in Storage nearly always 400 for an error of the caller. */
  readonly status?: number;
}

/** An error in the shape and with the statuses of Supabase Storage. */
export class StorageError extends HttpError<StorageErrorCode, number> {
  override name = 'StorageError';
  readonly body: {
    readonly statusCode: string;
    readonly error: string;
    readonly message: string;
    readonly code: StorageErrorCode;
  };

  /** @param statusCode the HTTP status in the body, which is more specific than that of the response */
  constructor(
    statusCode: number,
    code: StorageErrorCode,
    message: string,
    { error = code, status, ...options }: StorageErrorOptions = {},
  ) {
    super(status ?? (statusCode >= 500 ? statusCode : 400), code, message, options);
    this.body = { statusCode: String(statusCode), error, message, code };
  }
}

const internal = (cause: unknown) =>
  new StorageError(500, 'InternalError', 'Internal Server Error', { error: 'Internal', cause });

const invalidMimeType = (message: string) =>
  new StorageError(415, 'InvalidMimeType', message, { error: 'invalid_mime_type' });

/** All errors that this service can respond with. */
export const errors = {
  aborted: (cause: unknown) =>
    new StorageError(499, 'Aborted', 'The upload ended before all of it had arrived', { cause }),
  stalled: () =>
    new StorageError(408, 'Aborted', 'The upload stalled', {
      status: 408,
      headers: { connection: 'close' },
    }),
  accessDenied: (message: string, cause?: unknown) =>
    new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized', cause }),
  diskFull: (cause?: unknown) =>
    new StorageError(507, 'DiskFull', 'The server has no room for more files at the moment', {
      cause,
    }),
  entityTooLarge: (entity = 'object') =>
    new StorageError(413, 'EntityTooLarge', `The ${entity} exceeded the maximum allowed size`, {
      error: 'Payload too large',
    }),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  invalidJwt: (message: string) => new StorageError(400, 'InvalidJWT', message),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  invalidMimeType: (mimeType: string) => invalidMimeType(`mime type ${mimeType} is not supported`),
  contentMismatch: (mimeType: string) => invalidMimeType(`The content is not ${mimeType}`),
  invalidParameter: (message: string, cause?: unknown) =>
    new StorageError(400, 'InvalidParameter', message, { cause }),
  invalidRange: (size: number) =>
    new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', {
      error: 'invalid_range',
      // Media players read the status and the size in the header.
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    }),
  invalidRequest: (message: string, cause?: unknown) =>
    new StorageError(400, 'InvalidRequest', message, { cause }),
  invalidSignature: () => new StorageError(400, 'InvalidSignature', 'Invalid signature'),
  keyAlreadyExists: (cause?: unknown) =>
    new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', {
      error: 'Duplicate',
      cause,
    }),
  missingBytes: (id: string) => internal(new Error(`the bytes of object ${id} are missing`)),
  noSuchBucket: () =>
    new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  notSupported: (what: string) =>
    new StorageError(409, 'NotSupported', `${what} is not served here`),
};

const stillReferenced =
  'The resource could not be updated or removed due to a foreign key constraint';

const ofDatabase = (error: DatabaseError): StorageError => {
  const { code = '', message, detail } = error;
  const cause = { cause: error };
  switch (code) {
    case '42501':
      return errors.accessDenied(
        message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : message,
        error,
      );
    case '23505':
      return errors.keyAlreadyExists(error);
    case '23503':
      return detail?.includes('is still referenced from table')
        ? new StorageError(409, 'ResourceReferenced', stillReferenced, cause)
        : new StorageError(404, 'InvalidRequest', 'The related resource does not exist', cause);
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked', cause);
    case '57014':
      return new StorageError(
        544,
        'DatabaseTimeout',
        'The connection to the database timed out',
        cause,
      );
    default:
      // Class 22, data exception: a value that PostgreSQL cannot store, such as a zero byte.
      if (code.startsWith('22')) return errors.invalidParameter(message, error);
      return new StorageError(500, 'DatabaseError', `database error, code: ${code}`, cause);
  }
};

const ofRequest = (error: RequestError): StorageError => {
  const { status, message, headers } = error;
  const codes: Record<number, StorageErrorCode> = {
    401: error.code.endsWith('api_key') ? 'AccessDenied' : 'InvalidJWT',
    413: 'EntityTooLarge',
    429: 'SlowDown',
    503: 'SlowDown',
  };
  return new StorageError(status, codes[status] ?? 'InvalidRequest', message, {
    ...(status === 401 && { error: 'Unauthorized' }),
    // An error of the gateway keeps its status, unlike one of this service.
    status,
    headers,
    cause: error,
  });
};

/** Turns any error into one in Storage's shape. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof RequestError) return ofRequest(error);
  if (error instanceof DatabaseError) return ofDatabase(error);
  if (['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))) return errors.diskFull(error);
  return internal(error);
}
