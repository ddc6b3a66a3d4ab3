import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { Row } from '../../../database/statement.ts';
import type { Sql } from '../../../database/sql.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { ObjectAddress } from './object-address.ts';

/** The column `metadata` of storage.objects, which has the same fields as on Supabase. */
const metadataSchema = z.object({
  /** With quotes, as in the header. */
  eTag: z.string(),
  size: z.number(),
  mimetype: z.string(),
  /** The value that the uploader sent. */
  cacheControl: z.string(),
  /** ISO 8601. */
  lastModified: z.string(),
  contentLength: z.number(),
  httpStatusCode: z.number(),
  /** Of the bytes, hexadecimal. Not on Supabase, whose eTag is a hash of them. */
  sha256: z.string().optional(),
  /** Of a recording, s and Hz, as read from its bytes. Not on Supabase. */
  duration: z.number().optional(),
  sampleRate: z.number().optional(),
  /** Of a picture, pixels. Not on Supabase. */
  width: z.number().optional(),
  height: z.number().optional(),
});

export type ObjectMetadata = Readonly<z.output<typeof metadataSchema>>;

/** An object whose bytes are stored. */
export interface StoredObject {
  readonly id: string;
  /** Identifies the bytes; each replacement has a new version. */
  readonly version: string;
  readonly metadata: ObjectMetadata;
  /** The uploader's own metadata, as JSON; or null. */
  readonly userMetadata: string | null;
}

/** SQL that writes a timestamptz in the ISO 8601 form of JavaScript, which every browser parses. */
export const isoDate = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL of an object in the form of Storage's responses. */
export const objectJson = `json_build_object(
    'name', name, 'bucket_id', bucket_id, 'owner', owner, 'owner_id', owner_id,
    'version', version, 'id', id,
    'updated_at', ${isoDate('updated_at')},
    'created_at', ${isoDate('created_at')},
    'last_accessed_at', ${isoDate('last_accessed_at')},
    'metadata', metadata, 'user_metadata', user_metadata
  )::text`;

// Rows that were inserted by SQL have no bytes. They count as missing.
const findText = `select id, version, metadata::text as metadata, user_metadata::text as user_metadata
  from storage.objects
  where bucket_id = $1 and name = $2 and version is not null and metadata ? 'eTag'`;

const toStoredObject = (row: Row | undefined): StoredObject | null =>
  row
    ? {
        id: row.id ?? '',
        version: row.version ?? '',
        metadata: metadataSchema.parse(JSON.parse(row.metadata ?? '{}')),
        userMetadata: row.user_metadata ?? null,
      }
    : null;

/** Reads rows as the caller, by a prepared statement. */
export const readAs = (
  database: Database,
  caller: Caller,
  text: string,
  values: readonly string[],
): Promise<Row[]> =>
  database.asCaller(caller, { text, values, prepare: true }, { access: 'read only' });

/** Finds an object that the caller may read; null if there is none. */
export async function findObjectAs(
  database: Database,
  caller: Caller,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject | null> {
  const [row] = await readAs(database, caller, findText, [bucket, key]);
  return toStoredObject(row);
}

/** Finds an object regardless of policies, for a public bucket. */
export async function findObject(
  admin: Sql,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject | null> {
  const rows = await admin.unsafe<Row[]>(findText, [bucket, key], { prepare: true });
  return toStoredObject(rows[0]);
}
