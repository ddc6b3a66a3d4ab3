import type { Logger } from 'pino';
import { linkingLock } from '../../../database/advisory-locks.ts';
import type { Sql } from '../../../database/sql.ts';
import type { BytesId, ObjectStore } from './object-store.ts';

/** How often the removal of bytes that a backup may still need is tried again, ms. */
const retryInterval = 1000;

/**
 * Removes bytes whose rows are gone, but not while a running backup may need them. A backup takes the
 * lock, then reads the rows at one moment, then links the bytes of those rows. Bytes whose row was
 * gone while the lock was free are therefore not among those that a backup still has to link.
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
   * Removes bytes now, or once a running backup has linked them. Bytes that cannot be removed are
   * left to the sweep.
   * @param bytes whose rows have been deleted and committed
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
      this.#log.warn({ cause }, 'removed bytes are left to the sweep');
    }
  }

  /** Leaves waiting bytes to the sweep of the next start. */
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
