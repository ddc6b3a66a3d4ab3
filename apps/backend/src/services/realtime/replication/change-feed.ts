import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../../../database/sql.ts';
import { awaitVisible } from './await-visible.ts';
import type { Change, LogEntry } from './pgoutput.ts';
import { ReplicationStream } from './replication-stream.ts';
import { NoReplicationError, prepareSlot } from './replication-slot.ts';

/** The maximum of log entries that are read at once. */
const batchSize = 200;

/** Delays before attempts to reconnect, ms; the last one repeats. */
const retryDelays = [100, 250, 500, 1000, 2000, 5000];

export interface ChangeHandler {
  /** How many batches the feed may hand over before the first of them was handled. */
  readonly batches: number;
  /** Handles a batch of changes. It is read again after a crash until the promise has resolved. */
  onChanges(changes: readonly Change[]): Promise<void>;
  /** Handles a gap: changes may have been missed, so that subscribers have to subscribe again. */
  onGap(): void;
}

export interface ChangeFeedOptions {
  /** Creates and drops the slot. */
  readonly sql: Sql;
  /** Connection string of a role with the attribute replication. */
  readonly url: string;
  /** The publication whose tables' changes it reads. */
  readonly publication: string;
  readonly handler: ChangeHandler;
  /** How long the feed waits before it reads a slot of an earlier start, so that clients can reconnect, ms. */
  readonly resumeHold: number;
  readonly slotPrefix: string;
  readonly log: Logger;
}

/** Reads the changes of the published tables, in the order of commits, each at least once. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #stopping = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #running: Promise<void>;
  #stream: ReplicationStream | null = null;
  #isReading = false;
  #problem: string | null = null;
  #hasRead = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** The reason why the database does not support subscriptions, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether changes that are committed from now on will be handled. */
  get isReady(): boolean {
    return this.#isReading;
  }

  /** Resolves as soon as it is known whether the database supports subscriptions. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#stream?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        await this.#read(() => (tries = 0));
      } catch (error) {
        this.#isReading = false;
        if (signal.aborted) break;
        if (error instanceof NoReplicationError) {
          this.#problem = error.message;
          log.warn({ reason: error.message }, 'realtime is not served');
          break;
        }
        log.warn({ err: error }, 'the replication log cannot be read');
        const pause = retryDelays[Math.min(tries, retryDelays.length - 1)];
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#settled.resolve();
  }

  async #read(onSuccess: () => void): Promise<void> {
    const { sql, url, publication, slotPrefix, handler, resumeHold, log } = this.#options;
    const { signal } = this.#stopping;
    const slot = await prepareSlot(sql, publication, slotPrefix, log);
    if (!slot.isContinued && this.#hasRead) handler.onGap();
    // From here on the slot has every change that is committed.
    this.#isReading = true;
    this.#settled.resolve();
    if (slot.isContinued && !this.#hasRead) await delay(resumeHold, undefined, { signal });
    this.#hasRead = true;
    const stream = await ReplicationStream.open(url, slot.name, publication);
    this.#stream = stream;
    try {
      if (signal.aborted) return;
      onSuccess();
      const running = new Set<Promise<void>>();
      let failure: { readonly error: unknown } | undefined;
      for (;;) {
        const { entries, confirm } = await stream.next(batchSize);
        const changes = entries.flatMap(changeOf);
        await awaitVisible(sql, new Set(changes.map(({ transaction }) => transaction)), signal);
        const handled = handler
          .onChanges(changes)
          .then(confirm, (error: unknown) => (failure ??= { error }))
          .then(() => void running.delete(handled));
        running.add(handled);
        if (running.size >= handler.batches) await Promise.race(running);
        // The batches that were not confirmed are read again.
        if (failure) throw failure.error;
      }
    } finally {
      this.#stream = null;
      await stream.close();
    }
  }
}

const changeOf = (entry: LogEntry): Change[] => (entry.kind === 'change' ? [entry.change] : []);
