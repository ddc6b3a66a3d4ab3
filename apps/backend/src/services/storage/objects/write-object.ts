import { isRefusal } from '../../../database/connection.ts';
import type { Database } from '../../../database/database.ts';
import type { TransactionSql } from '../../../database/sql.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { ObjectAddress } from './object-address.ts';
import type { ObjectMetadata } from './object-row.ts';
import type { StagedBytes, BytesId, ObjectStore } from '../files/object-store.ts';
import type { StorageContext } from '../storage-context.ts';

/** The values of an object's row. */
export interface ObjectWrite {
  readonly address: ObjectAddress;
  /** Replace an object that is there already. */
  readonly upsert: boolean;
  /** The version of the new bytes. */
  readonly version: string;
  readonly metadata: Partial<ObjectMetadata>;
  /** JSON, or null. */
  readonly userMetadata: string | null;
}

interface WrittenRow {
  readonly id: string;
  /** The bytes that the row named before; null for a new row. */
  readonly replaced: BytesId | null;
}

const insertText = `insert into storage.objects
    (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4::uuid, $4, $5, $6::text::jsonb, $7::text::jsonb)`;

const addressLockText = `select pg_advisory_xact_lock(hashtextextended('storage/' || $1 || '/' || $2, 0))`;

// Read before the upsert, which cannot return the old values of a row.
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
 * Locks an object's address until the transaction ends. Of several writes to one address each then
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
  // The id is made here: `returning` would need a policy for select, which an upload does not.
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

/** Tells a project's triggers, which may limit what an account stores, how many bytes are pending. */
const pendingBytesText = `select set_config('storage.bytes_under_way', $1, true)`;

/** Thrown to roll a successful check back. */
class RolledBack extends Error {}

/**
 * Checks whether the caller may write an object, before its bytes are read: writes the row and rolls
 * it back.
 *
 * @param pendingUploadBytes bytes of the caller's other uploads, whose rows have not been committed;
 *   the project's SQL reads them as the setting `storage.bytes_under_way`
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
 * Makes staged bytes an object: writes its row, moves the bytes into their place, and only then
 * commits the row.
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
    // When the connection is lost during the commit, the row may have been committed. The bytes stay
    // then, protected from the sweep until the next start.
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
