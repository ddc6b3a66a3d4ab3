import type { Sql } from '../../../database/sql.ts';
import { errors } from '../errors.ts';

/** A bucket's settings. */
export interface Bucket {
  /** Whether everyone may read its objects, whatever the policies. */
  readonly isPublic: boolean;
  /** The maximum size of an object, bytes; null for the project's limit. */
  readonly fileSizeLimit: number | null;
  /** Null or empty to allow any type. An entry may end in `/*`. */
  readonly allowedMimeTypes: readonly string[] | null;
}

/**
 * Finds a bucket regardless of policies, which restrict the listing of buckets and not their use.
 * @throws {StorageError} NoSuchBucket
 */
export async function findBucket(admin: Sql, id: string): Promise<Bucket> {
  const [bucket] = await admin<Bucket[]>`
    select coalesce(public, false) as "isPublic", file_size_limit::float8 as "fileSizeLimit",
      allowed_mime_types as "allowedMimeTypes"
    from storage.buckets where id = ${id}`;
  if (!bucket) throw errors.noSuchBucket();
  return bucket;
}

/** Whether a bucket accepts a media type. Parameters are compared as well, as on Supabase. */
export function takesMimeType({ allowedMimeTypes }: Bucket, mimeType: string): boolean {
  if (!allowedMimeTypes || allowedMimeTypes.length === 0) return true;
  const [type] = mimeType.split('/');
  return allowedMimeTypes.some((allowed) => allowed === mimeType || allowed === `${type}/*`);
}
