import { CopyBoth } from './copy-both.ts';
import { PgOutput, postgresEpoch, type LogEntry } from './pgoutput.ts';

/** The maximum of entries that wait to be handled before reading from the network stops. */
const readAhead = 1000;

/** Settings that determine the text form of values in the log. */
const valueSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
};

/** The length of an XLogData message's header, bytes: kind, start, end of the log, clock. */
const dataHeader = 25;

/**
 * A standby status update, which allows PostgreSQL to remove the log up to the position
 * (https://www.postgresql.org/docs/17/protocol-replication.html).
 */
const statusUpdate = (position: bigint): Buffer => {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(position, offset);
  message.writeBigInt64BE(BigInt(Date.now() - postgresEpoch) * 1000n, 25);
  return message;
};

/** Log entries that were returned together. */
export interface Batch {
  /** At least one. */
  readonly entries: readonly LogEntry[];
  /** Confirms that the entries have been handled. */
  readonly confirm: () => void;
}

interface UnconfirmedBatch {
  /** The end of its last complete transaction. */
  readonly end: bigint | undefined;
  isHandled: boolean;
}

/** Streams the log entries of a replication slot. Stops reading from the network when its caller is slow. */
export class ReplicationStream {
  /** Null until the copy has begun. */
  #copy: CopyBoth | null = null;
  readonly #output = new PgOutput();
  readonly #entries: LogEntry[] = [];
  readonly #failed = Promise.withResolvers<never>();
  #arrival = Promise.withResolvers<void>();
  /** Position up to which PostgreSQL has sent the log. */
  #received = 0n;
  #confirmed = 0n;
  /** End of the last transaction whose entries, and all earlier ones, have been handled. */
  #handledUpTo = 0n;
  /** The batches from the first one that is still being handled, in their order. */
  readonly #unconfirmed: UnconfirmedBatch[] = [];
  #isClosed = false;

  private constructor() {
    // `next` observes this rejection; the handler only keeps Node from reporting it as unhandled.
    this.#failed.promise.catch(() => undefined);
  }

  /** @param url connection string of a role with the attribute replication */
  static async open(url: string, slot: string, publication: string): Promise<ReplicationStream> {
    const stream = new ReplicationStream();
    stream.#copy = await CopyBoth.open(
      url,
      `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${publication}')`,
      valueSettings,
      {
        onMessage: (message) => stream.#receive(message),
        onEnd: (error) => stream.#failed.reject(error),
      },
    );
    return stream;
  }

  /**
   * Resolves with the next entries.
   * @throws the connection's error
   */
  async next(maximum: number): Promise<Batch> {
    while (this.#entries.length === 0) {
      await Promise.race([this.#arrival.promise, this.#failed.promise]);
      this.#arrival = Promise.withResolvers();
    }
    const entries = this.#entries.splice(0, maximum);
    if (this.#entries.length < readAhead) this.#copy?.resume();
    const end = entries.findLast((entry) => entry.kind === 'commit')?.end;
    const batch: UnconfirmedBatch = { end, isHandled: false };
    this.#unconfirmed.push(batch);
    const confirm = () => {
      batch.isHandled = true;
      while (this.#unconfirmed[0]?.isHandled) {
        this.#handledUpTo = this.#unconfirmed.shift()?.end ?? this.#handledUpTo;
      }
      this.#confirm();
    };
    return { entries, confirm };
  }

  async close(): Promise<void> {
    this.#failed.reject(new Error('the replication stream was closed'));
    this.#isClosed = true;
    await this.#copy?.close();
  }

  #receive(message: Buffer): void {
    if (this.#isClosed) return;
    const kind = message.toString('latin1', 0, 1);
    if (kind === 'w') {
      const entry = this.#output.read(message.subarray(dataHeader));
      if (!entry) return;
      this.#entries.push(entry);
      if (this.#entries.length >= readAhead) this.#copy?.pause();
      this.#arrival.resolve();
    } else if (kind === 'k') {
      this.#received = message.readBigUInt64BE(1);
      const needsReply = message[17] === 1;
      this.#confirm(needsReply);
    }
  }

  /**
   * Confirms the last transaction whose entries have been handled. When no entry is left, confirms all
   * that PostgreSQL has sent, since the rest are changes of tables that are not published.
   * @param needsReply whether to reply even if the position has not changed
   */
  #confirm(needsReply = false): void {
    const handled = this.#handledUpTo;
    const isIdle = this.#unconfirmed.length === 0 && this.#entries.length === 0;
    const position = isIdle && this.#received > handled ? this.#received : handled;
    if (position > this.#confirmed) this.#confirmed = position;
    else if (!needsReply) return;
    if (this.#isClosed) return;
    this.#copy?.send(statusUpdate(this.#confirmed));
  }
}
