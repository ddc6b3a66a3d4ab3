import type { Logger } from 'pino';
import { linkingLock } from '../../../database/advisory-locks.ts';
import type { Sql } from '../../../database/sql.ts';
import type { BytesId, ObjectStore } from './object-store.ts';

/** How often bytes that a backup may still want are tried again, ms. */
const retryInterval = 1000;

/**
 * Removes bytes whose rows are gone, but none that a backup under way may want. Such a backup ends
 * at a moment after which it names the bytes of every row of that moment; it has a lock from before
 * that moment on. Who finds the lock free once the row is gone knows that no such row was left.
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
   * Removes bytes now, or once the backup that may want them has them. What cannot be removed is
   * left to the sweep.
   * @param bytes whose rows are gone, and that is committed
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

  /** Leaves what waits to the sweep of the next start. */
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
