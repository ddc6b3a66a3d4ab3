import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';

/** Where an object is for its users. Its file on disk is named by ids. */
export interface ObjectAddress {
  readonly bucket: string;
  /** Path inside the bucket; never starts with a slash. */
  readonly key: string;
}

/** The longest key on S3, bytes. */
const maximumKeyBytes = 1024;

/** The characters that are safe on S3, as Supabase Storage allows them. */
const keyCharacters = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketCharacters = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/**
 * Whether a name is a valid key. Dot segments are refused, since clients and proxies resolve them in
 * URLs.
 */
export const isValidKey = (key: string): boolean =>
  keyCharacters.test(key) &&
  Buffer.byteLength(key) <= maximumKeyBytes &&
  !key.startsWith('/') &&
  !key.split('/').some((segment) => segment === '.' || segment === '..');

const checkBucket = (bucket: string): string => {
  if (!bucketCharacters.test(bucket)) throw errors.invalidBucketName();
  return bucket;
};

/**
 * Validates an address from a request's body.
 * @throws {StorageError} InvalidBucketName, InvalidKey
 */
export function checkAddress({ bucket, key }: ObjectAddress): ObjectAddress {
  if (!isValidKey(key)) throw errors.invalidKey(key);
  return { bucket: checkBucket(bucket), key };
}

/**
 * The bucket in a request's path.
 * @throws {StorageError} InvalidBucketName
 */
export const bucketOf = (context: GatewayContext): string =>
  checkBucket(context.req.param('bucket') ?? '');

/**
 * The object in a request's path.
 * @throws {StorageError} InvalidBucketName, InvalidKey
 */
export const addressOf = ({ req }: GatewayContext): ObjectAddress =>
  checkAddress({ bucket: req.param('bucket') ?? '', key: req.param('key') ?? '' });
