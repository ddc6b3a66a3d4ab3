import type { GatewayContext } from '../../../http/service.ts';
import { errors } from '../errors.ts';

/** An object's bucket and key. Its file on disk is named by ids. */
export interface ObjectAddress {
  readonly bucket: string;
  /** The path inside the bucket, without a slash at its start. */
  readonly key: string;
}

/** S3's maximum length of a key, bytes. */
const maximumKeyBytes = 1024;

/** The characters that Supabase Storage allows: those that are safe on S3. */
const keyCharacters = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const bucketCharacters = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/**
 * Whether a name is a valid key. Dot segments are invalid, since clients and proxies resolve them in
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
