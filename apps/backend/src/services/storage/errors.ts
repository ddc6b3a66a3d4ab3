import { DatabaseError } from 'pg';
import { RequestError } from '../../lib/request-error.ts';

/** Error codes of Supabase Storage. */
export type StorageErrorCode =
  | 'Aborted'
  | 'AccessDenied'
  | 'DatabaseError'
  | 'DatabaseTimeout'
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

interface StorageErrorOptions {
  readonly code: StorageErrorCode;
  /** The HTTP status in the body, which says what went wrong. */
  readonly statusCode: number;
  readonly message: string;
  /** The older name of the error, where it differs from the code. */
  readonly error?: string;
  /** Status of the response: in Storage nearly always 400 where the caller is at fault. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error in the shape and with the statuses of Supabase Storage. */
export class StorageError extends Error {
  override name = 'StorageError';

  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly statusCode: string;
    readonly error: string;
    readonly message: string;
    readonly code: StorageErrorCode;
  };

  constructor({ code, statusCode, message, error, status, headers, cause }: StorageErrorOptions) {
    super(message, { cause });
    this.status = status ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = headers ?? {};
    this.body = { statusCode: String(statusCode), error: error ?? code, message, code };
  }
}

/** The catalogue: every error that this service can respond with. */
export const errors = {
  aborted: (cause: unknown) =>
    new StorageError({
      code: 'Aborted',
      statusCode: 499,
      message: 'The upload ended before all of it had arrived',
      cause,
    }),
  stalled: () =>
    new StorageError({
      code: 'Aborted',
      statusCode: 408,
      message: 'The upload stalled',
      status: 408,
      headers: { connection: 'close' },
    }),
  accessDenied: (message: string, cause?: unknown) =>
    new StorageError({
      code: 'AccessDenied',
      statusCode: 403,
      error: 'Unauthorized',
      message,
      cause,
    }),
  entityTooLarge: (entity = 'object') =>
    new StorageError({
      code: 'EntityTooLarge',
      statusCode: 413,
      error: 'Payload too large',
      message: `The ${entity} exceeded the maximum allowed size`,
    }),
  internal: (cause: unknown, message = 'Internal Server Error') =>
    new StorageError({
      code: 'InternalError',
      statusCode: 500,
      error: 'Internal',
      message,
      cause,
    }),
  invalidBucketName: () =>
    new StorageError({
      code: 'InvalidBucketName',
      statusCode: 400,
      error: 'Invalid Input',
      message: 'Bucket name invalid',
    }),
  invalidJwt: (message: string) =>
    new StorageError({ code: 'InvalidJWT', statusCode: 400, message }),
  invalidKey: (key: string) =>
    new StorageError({ code: 'InvalidKey', statusCode: 400, message: `Invalid key: ${key}` }),
  invalidMimeType: (mimeType: string) =>
    new StorageError({
      code: 'InvalidMimeType',
      statusCode: 415,
      error: 'invalid_mime_type',
      message: `mime type ${mimeType} is not supported`,
    }),
  contentMismatch: (mimeType: string) =>
    new StorageError({
      code: 'InvalidMimeType',
      statusCode: 415,
      error: 'invalid_mime_type',
      message: `The content is not ${mimeType}`,
    }),
  invalidParameter: (message: string, cause?: unknown) =>
    new StorageError({ code: 'InvalidParameter', statusCode: 400, message, cause }),
  invalidRange: (size: number) =>
    new StorageError({
      code: 'InvalidRange',
      statusCode: 416,
      error: 'invalid_range',
      message: 'The requested range is not satisfiable',
      // Media players read the status and the size in the header.
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    }),
  invalidRequest: (message: string, cause?: unknown) =>
    new StorageError({ code: 'InvalidRequest', statusCode: 400, message, cause }),
  invalidSignature: () =>
    new StorageError({ code: 'InvalidSignature', statusCode: 400, message: 'Invalid signature' }),
  keyAlreadyExists: (cause?: unknown) =>
    new StorageError({
      code: 'KeyAlreadyExists',
      statusCode: 409,
      error: 'Duplicate',
      message: 'The resource already exists',
      cause,
    }),
  noSuchBucket: () =>
    new StorageError({
      code: 'NoSuchBucket',
      statusCode: 404,
      error: 'Bucket not found',
      message: 'Bucket not found',
    }),
  noSuchKey: () =>
    new StorageError({
      code: 'NoSuchKey',
      statusCode: 404,
      error: 'not_found',
      message: 'Object not found',
    }),
  notSupported: (what: string) =>
    new StorageError({
      code: 'NotSupported',
      statusCode: 409,
      message: `${what} is not served here`,
    }),
};

const ofDatabase = (error: DatabaseError): StorageError => {
  const { code = '', message, detail } = error;
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
    case '23503': {
      const isReferenced = detail?.includes('is still referenced from table') ?? false;
      return new StorageError({
        code: isReferenced ? 'ResourceReferenced' : 'InvalidRequest',
        statusCode: isReferenced ? 409 : 404,
        message: isReferenced
          ? 'The resource could not be updated or removed due to a foreign key constraint'
          : 'The related resource does not exist',
        cause: error,
      });
    }
    case '55P03':
      return new StorageError({
        code: 'ResourceLocked',
        statusCode: 423,
        message: 'The resource is locked',
        cause: error,
      });
    case '57014':
      return new StorageError({
        code: 'DatabaseTimeout',
        statusCode: 544,
        message: 'The connection to the database timed out',
        cause: error,
      });
    default:
      // Class 22, data exception: a value that PostgreSQL cannot hold, such as a zero byte.
      if (code.startsWith('22')) return errors.invalidParameter(message, error);
      return new StorageError({
        code: 'DatabaseError',
        statusCode: 500,
        message: `database error, code: ${code}`,
        cause: error,
      });
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
  return new StorageError({
    code: codes[status] ?? 'InvalidRequest',
    statusCode: status,
    ...(status === 401 && { error: 'Unauthorized' }),
    message,
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
  return errors.internal(error);
}
