import { isRefusal } from '../../../database/connection.ts';
import type { Database } from '../../../database/database.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { ObjectAddress } from './object-address.ts';
import type { ObjectMetadata } from './object-row.ts';
import type { StagedBytes, BytesId, ObjectStore } from '../files/object-store.ts';
import type { StorageContext } from '../storage-context.ts';

/** What an upload writes into its object's row. */
export interface ObjectWrite {
  readonly address: ObjectAddress;
  /** Replace an object that is there already. */
  readonly upsert: boolean;
  /** Of the new bytes. */
  readonly version: string;
  readonly metadata: Partial<ObjectMetadata>;
  /** JSON, or null. */
  readonly userMetadata: string | null;
}

interface WrittenRow {
  readonly id: string;
  /** Bytes that the row named before. */
  readonly replaced: BytesId | null;
}

const insertText = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4::uuid, $4, $5, $6::text::jsonb, $7::text::jsonb)`;

const queueText = `select pg_advisory_xact_lock(hashtextextended('storage/' || $1 || '/' || $2, 0))`;

// Read apart from the upsert: a row's old values cannot be returned by the statement that replaces them.
const lockText = `select id, version from storage.objects
  where bucket_id = $1 and name = $2 for update`;

const upsertText = `${insertText}
  on conflict (bucket_id, name) do update set
    owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    last_accessed_at = now()
  returning id`;

const once = { prepare: true };

/**
 * Makes those who would put an object in one place wait for each other until the
 * transaction ends: so each knows whose bytes it replaces.
 */
export async function queueFor(sql: TransactionSql, { bucket, key }: ObjectAddress): Promise<void> {
  await sql.unsafe(queueText, [bucket, key], once);
}

/** Writes the row as the caller: policies, constraints and triggers decide. */
async function writeRow(
  sql: TransactionSql,
  caller: Caller,
  { address: { bucket, key }, upsert, version, metadata, userMetadata }: ObjectWrite,
): Promise<WrittenRow> {
  // The id is chosen here: returning one would ask for a policy to read, and uploading needs none.
  const id = crypto.randomUUID();
  const owner = caller.claims?.sub ?? null;
  const values = [id, bucket, key, owner, version, JSON.stringify(metadata), userMetadata];
  await queueFor(sql, { bucket, key });
  if (!upsert) {
    await sql.unsafe(insertText, values, once);
    return { id, replaced: null };
  }
  const [previous] = await sql.unsafe<BytesId[]>(lockText, [bucket, key], once);
  const [row] = await sql.unsafe<{ id: string }[]>(upsertText, values, once);
  if (!row) throw new Error('a trigger on storage.objects dropped the row');
  return { id: row.id, replaced: previous?.version ? previous : null };
}

/** A project's triggers that limit what an account may store count these bytes in. */
const pendingBytesText = `select set_config('storage.bytes_under_way', $1, true)`;

class RolledBack extends Error {}

/**
 * Finds out whether the caller may write an object, before its bytes are read:
 * the row is written and rolled back.
 *
 * @param pendingUploadBytes of the caller's other uploads, which no row tells of yet; the project's SQL
 *   reads them as the setting `storage.bytes_under_way`
 * @throws {DatabaseError} what the write would fail with
 */
export async function checkWrite(
  database: Database,
  caller: Caller,
  write: ObjectWrite,
  pendingUploadBytes = 0,
): Promise<void> {
  await database
    .transactionAs(
      caller,
      async (sql) => {
        if (pendingUploadBytes > 0)
          await sql.unsafe(pendingBytesText, [String(pendingUploadBytes)], once);
        await writeRow(sql, caller, write);
        throw new RolledBack();
      },
      'uploads',
    )
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}

/**
 * Makes staged bytes an object. Its row is written, the bytes are put in
 * place, and only then is the row committed.
 *
 * @throws {DatabaseError} and leaves no bytes, when the database refuses
 */
export async function writeObject(
  database: Database,
  store: ObjectStore,
  caller: Caller,
  staged: StagedBytes,
  write: ObjectWrite,
): Promise<WrittenRow> {
  const settle = store.protect(write.version);
  let placed: BytesId | null = null;
  let committing = false;
  try {
    const written = await database.transactionAs(
      caller,
      async (sql) => {
        const row = await writeRow(sql, caller, write);
        placed = { id: row.id, version: write.version };
        await store.place(staged, placed);
        committing = true;
        return row;
      },
      'uploads',
    );
    settle();
    return written;
  } catch (error) {
    await store.discard(staged);
    // A connection that breaks at the commit leaves open whether it happened. The bytes
    // stay then, out of the sweep's reach until the next start.
    if (!committing || isRefusal(error)) {
      if (placed) await store.remove(placed);
      settle();
    }
    throw error;
  }
}

/**
 * As `writeObject`; drops the bytes that were there before.
 * @returns the object's id
 */
export async function replaceObject(
  { database, store, removal }: Pick<StorageContext, 'database' | 'store' | 'removal'>,
  caller: Caller,
  staged: StagedBytes,
  write: ObjectWrite,
): Promise<string> {
  const { id, replaced } = await writeObject(database, store, caller, staged, write);
  if (replaced) await removal.remove([replaced]);
  return id;
}
