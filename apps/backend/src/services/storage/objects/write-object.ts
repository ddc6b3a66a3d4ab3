import { isRefusal } from '../../../database/connection.ts';
import type { Database } from '../../../database/database.ts';
import { dryRun, type TransactionSql } from '../../../database/sql.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { ObjectAddress } from './object-address.ts';
import type { ObjectMetadata } from './object-row.ts';
import type { StagedBytes, BytesId, ObjectStore } from '../files/object-store.ts';
import type { StorageContext } from '../storage-context.ts';

/** The values of an object's row. */
export interface ObjectWrite {
  readonly address: ObjectAddress;
  /** Whether to replace an existing object. */
  readonly upsert: boolean;
  /** The version of the new bytes. */
  readonly version: string;
  readonly metadata: Partial<ObjectMetadata>;
  /** JSON, or null. */
  readonly userMetadata: string | null;
}

interface WrittenRow {
  readonly id: string;
  /** The bytes that the write replaces; null for a new row. */
  readonly replaced: BytesId | null;
}

const insertText = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4::uuid, $4, $5, $6::text::jsonb, $7::text::jsonb)`;

const addressLockText = `select pg_advisory_xact_lock(hashtextextended('storage/' || $1 || '/' || $2, 0))`;

// A separate query, since an upsert cannot return a row's old values.
const previousText = `select id, version from storage.objects
  where bucket_id = $1 and name = $2 for update`;

const upsertText = `${insertText}
  on conflict (bucket_id, name) do update set
    owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
    metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    last_accessed_at = now()
  returning id`;

const once = { prepare: true };

/**
 * Locks an object's address until the transaction ends, so that each of several writes to one address
 * knows which bytes it replaces.
 */
export async function lockAddress(
  sql: TransactionSql,
  { bucket, key }: ObjectAddress,
): Promise<void> {
  await sql.unsafe(addressLockText, [bucket, key], once);
}

/** Writes the row as the caller, subject to policies, constraints and triggers. */
async function writeRow(
  sql: TransactionSql,
  caller: Caller,
  { address: { bucket, key }, upsert, version, metadata, userMetadata }: ObjectWrite,
): Promise<WrittenRow> {
  // The id is not read by `returning`, which would need a policy for select. An upload needs none.
  const id = crypto.randomUUID();
  const owner = caller.claims?.sub ?? null;
  const values = [id, bucket, key, owner, version, JSON.stringify(metadata), userMetadata];
  await lockAddress(sql, { bucket, key });
  if (!upsert) {
    await sql.unsafe(insertText, values, once);
    return { id, replaced: null };
  }
  const [previous] = await sql.unsafe<BytesId[]>(previousText, [bucket, key], once);
  const [row] = await sql.unsafe<{ id: string }[]>(upsertText, values, once);
  if (!row) throw new Error('a trigger on storage.objects dropped the row');
  return { id: row.id, replaced: previous?.version ? previous : null };
}

/** Sets the number of pending bytes for the project's triggers, which may limit an account's storage. */
const pendingBytesText = `select set_config('storage.bytes_under_way', $1, true)`;

/**
 * Checks whether the caller may write an object, before its bytes are read: writes the row and rolls
 * it back.
 *
 * @param pendingUploadBytes the bytes of the caller's other uploads whose rows have not been committed;
 *   the project's SQL reads this as the setting `storage.bytes_under_way`
 * @throws {DatabaseError} the error that the write would raise
 */
export async function checkWrite(
  database: Database,
  caller: Caller,
  write: ObjectWrite,
  pendingUploadBytes = 0,
): Promise<void> {
  await dryRun(
    (work) => database.transactionAs(caller, work, 'uploads'),
    async (sql) => {
      if (pendingUploadBytes > 0)
        await sql.unsafe(pendingBytesText, [String(pendingUploadBytes)], once);
      await writeRow(sql, caller, write);
    },
  );
}

/**
 * Turns staged bytes into an object: writes its row, moves the bytes into place, then commits the row.
 *
 * @throws {DatabaseError} when the database rejects the row; the bytes are then removed
 */
export async function writeObject(
  database: Database,
  store: ObjectStore,
  caller: Caller,
  staged: StagedBytes,
  write: ObjectWrite,
): Promise<WrittenRow> {
  const unprotect = store.protect(write.version);
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
    unprotect();
    return written;
  } catch (error) {
    await store.discard(staged);
    // If the connection is lost during the commit, the row may have been committed. So the bytes stay,
    // protected from the sweep until the next start.
    if (!committing || isRefusal(error)) {
      if (placed) await store.remove(placed);
      unprotect();
    }
    throw error;
  }
}

/**
 * Writes an object and removes the bytes that it replaces.
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
