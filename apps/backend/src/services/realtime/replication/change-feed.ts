import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../../../database/sql.ts';
import type { Change, LogEntry } from './pgoutput.ts';
import { ReplicationStream } from './replication-stream.ts';
import { NoReplicationError, prepareSlot } from './slot.ts';

/** How many changes are told in one go at most. */
const batchSize = 200;

/** Pauses between tries to reach the database, ms; the last one is kept to. */
const pauses = [100, 250, 500, 1000, 2000, 5000];

export interface ChangeListener {
  /** Tells changes to whom they concern; the next come when it is done. */
  tell(changes: readonly Change[]): Promise<void>;
  /** Changes may have been missed: whoever relies on hearing all has to begin anew. */
  missed(): void;
}

export interface ChangeFeedOptions {
  /** For the slot's upkeep. */
  readonly sql: Sql;
  /** A connection that may replicate. */
  readonly url: string;
  readonly listener: ChangeListener;
  /** How long a slot of an earlier start is left unread, ms. */
  readonly resumeHold: number;
  readonly slotPrefix: string;
  readonly log: Logger;
}

/** What changes in the published tables, told in the order of commits, each at least once. */
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

  /** Why nothing can be subscribed to at all, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether changes from now on will be told. */
  get isReady(): boolean {
    return this.#isReading;
  }

  /** Resolves when it is first known whether there is anything to subscribe to. */
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
        log.warn({ err: error }, 'the log of changes is out of reach');
        const pause = pauses[Math.min(tries, pauses.length - 1)];
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    this.#settled.resolve();
  }

  async #read(onSuccess: () => void): Promise<void> {
    const { sql, url, slotPrefix, listener, resumeHold } = this.#options;
    const { signal } = this.#stopping;
    const slot = await prepareSlot(sql, slotPrefix);
    if (!slot.isContinued && this.#hasRead) listener.missed();
    // From here on whatever is committed is in the slot.
    this.#isReading = true;
    this.#settled.resolve();
    if (slot.isContinued && !this.#hasRead) await delay(resumeHold, undefined, { signal });
    this.#hasRead = true;
    const stream = await ReplicationStream.open(url, slot.name);
    this.#stream = stream;
    try {
      if (signal.aborted) return;
      onSuccess();
      for (;;) {
        const entries = await stream.next(batchSize);
        const changes = entries.flatMap(changeOf);
        if (changes.length > 0) await listener.tell(changes);
      }
    } finally {
      this.#stream = null;
      await stream.close();
    }
  }
}

const changeOf = (entry: LogEntry): Change[] => (entry.kind === 'change' ? [entry.change] : []);
