import type { Sql } from '../../../database/sql.ts';
import { errors } from '../errors.ts';

/** A bucket's settings. */
export interface Bucket {
  /** Everyone may read its objects, whatever the policies. */
  readonly isPublic: boolean;
  /** Bytes; null for the project's limit. */
  readonly fileSizeLimit: number | null;
  /** Null or empty for any type. An entry may end in `/*`. */
  readonly allowedMimeTypes: readonly string[] | null;
}

/**
 * Finds a bucket for any caller: policies on buckets decide who may list them, not who may use them.
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

/** Whether a bucket accepts a media type. Parameters are part of it, as on Supabase. */
export function takesMimeType({ allowedMimeTypes }: Bucket, mimeType: string): boolean {
  if (!allowedMimeTypes || allowedMimeTypes.length === 0) return true;
  const [type] = mimeType.split('/');
  return allowedMimeTypes.some((allowed) => allowed === mimeType || allowed === `${type}/*`);
}
