import type { Logger } from 'pino';
import { linkingLock } from '../../../database/advisory-locks.ts';
import type { Database } from '../../../database/database.ts';
import type { Sql } from '../../../database/sql.ts';
import type { BytesId, ObjectStore } from './object-store.ts';

/** Named in database/initial-schema/03-storage.sql. */
const unusedBytesChannel = 'storage_bytes_unused';

/** How often the removal of bytes that a backup may need is retried, ms. */
const retryInterval = 1000;

/**
 * Removes bytes whose rows have been deleted, but not while a running backup may need them. A backup
 * takes the lock, then reads the rows in one snapshot, then links the bytes of those rows. So if the
 * lock is free after a row was deleted, no backup has to link its bytes any more.
 */
export class BytesRemoval {
  readonly #admin: Sql;
  readonly #store: ObjectStore;
  readonly #log: Logger;
  #waiting: BytesId[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(admin: Sql, store: ObjectStore, log: Logger) {
    this.#admin = admin;
    this.#store = store;
    this.#log = log;
  }

  /**
   * Removes bytes now, or once a running backup has linked them. If the removal fails, the sweep
   * removes them later.
   * @param bytes the bytes of rows whose deletion has been committed
   */
  async remove(bytes: readonly BytesId[]): Promise<void> {
    if (bytes.length === 0) return;
    try {
      if (await this.#isFree()) {
        await Promise.all(bytes.map((each) => this.#store.remove(each)));
        return;
      }
      this.#waiting.push(...bytes);
      this.#timer ??= setTimeout(() => void this.#retry(), retryInterval).unref();
    } catch (cause) {
      this.#log.warn({ cause }, 'bytes could not be removed; the next sweep will remove them');
    }
  }

  /**
   * Listens for rows that were deleted, also by SQL, and removes their bytes. The sweep removes those of
   * notifications that a lost connection missed.
   * @returns a function that stops listening
   */
  listen(database: Pick<Database, 'listen'>): Promise<() => Promise<void>> {
    return database.listen(unusedBytesChannel, {
      onMessage: (payload) => {
        const [id = '', version = ''] = payload.split('.');
        void this.remove([{ id, version }]);
      },
      onListening: () => undefined,
    });
  }

  /** Stops retrying. The sweep of the next start removes the bytes that are still waiting. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async #isFree(): Promise<boolean> {
    const admin = this.#admin;
    const [row] = await admin<{ free: boolean }[]>`
      select pg_try_advisory_xact_lock_shared(${linkingLock}) as free`;
    return row?.free === true;
  }

  async #retry(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#timer = undefined;
    await this.remove(waiting);
  }
}

interface SweepParts {
  readonly admin: Sql;
  readonly store: ObjectStore;
  readonly removal: BytesRemoval;
}

/**
 * Removes the bytes that no row names: those of uploads and removals that a crash interrupted, and of
 * rows that were deleted by SQL (a cascade, a migration).
 * @returns the number of removed files
 */
export async function sweepOrphans({ admin, store, removal }: SweepParts): Promise<number> {
  let found = 0;
  for await (const stored of store.stored()) {
    if (stored.length === 0) continue;
    // The query comes after the listing, so that it finds every row of the listed files.
    const rows = await admin<{ id: string; version: string }[]>`
      select id, version from storage.objects
      where id = any(${stored.map(({ id }) => id)}::uuid[])`;
    const named = new Set(rows.map(({ id, version }) => `${id}.${version}`));
    const orphans = stored.filter(({ id, version }) => !named.has(`${id}.${version}`));
    await removal.remove(orphans);
    found += orphans.length;
  }
  return found;
}
