import type { Sql } from '../../../database/sql.ts';
import { errors } from '../errors.ts';

/** A bucket's settings. */
export interface Bucket {
  readonly id: string;
  /** Everyone may read its objects, whatever the policies. */
  readonly isPublic: boolean;
  /** Bytes; null for the project's limit. */
  readonly fileSizeLimit: number | null;
  /** Null or empty for any type. An entry may end in `/*`. */
  readonly allowedMimeTypes: readonly string[] | null;
}

interface BucketRow {
  id: string;
  is_public: boolean;
  file_size_limit: string | null;
  allowed_mime_types: string[] | null;
}

/**
 * Finds a bucket for any caller: policies on buckets decide who may list them, not who may use them.
 * @throws {StorageError} NoSuchBucket
 */
export async function findBucket(admin: Sql, id: string): Promise<Bucket> {
  const [row] = await admin<BucketRow[]>`
    select id, coalesce(public, false) as is_public, file_size_limit, allowed_mime_types
    from storage.buckets where id = ${id}`;
  if (!row) throw errors.noSuchBucket();
  return {
    id: row.id,
    isPublic: row.is_public,
    fileSizeLimit: row.file_size_limit === null ? null : Number(row.file_size_limit),
    allowedMimeTypes: row.allowed_mime_types,
  };
}

/** Whether a bucket accepts a media type. Parameters are part of it, as on Supabase. */
export function takesMimeType({ allowedMimeTypes }: Bucket, mimeType: string): boolean {
  if (!allowedMimeTypes || allowedMimeTypes.length === 0) return true;
  const [type] = mimeType.split('/');
  return allowedMimeTypes.some((allowed) => allowed === mimeType || allowed === `${type}/*`);
}
