import { CopyBoth } from './copy-both.ts';
import { PgOutput, type LogEntry } from './pgoutput.ts';
import { publication } from './slot.ts';

/** How much may be read ahead of what has been told, entries. */
const readAhead = 1000;

const postgresEpoch = BigInt(Date.UTC(2000, 0, 1));

/** Of the values in the log, which are texts. */
const valueSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
};

/** Log data with its start, the server's end and its clock before it. */
const dataHeader = 25;

/**
 * Says how far everything has been told: PostgreSQL may forget the log up to there
 * (https://www.postgresql.org/docs/17/protocol-replication.html, standby status update).
 */
const statusUpdate = (position: bigint): Buffer => {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(position, offset);
  message.writeBigInt64BE((BigInt(Date.now()) - postgresEpoch) * 1000n, 25);
  return message;
};

/**
 * The log of a slot, as a stream of entries that stops reading when its reader is slow.
 * Iterating it ends with the connection's error.
 */
export class ReplicationStream {
  /** Null until the stream is open. */
  #copy: CopyBoth | null = null;
  readonly #output = new PgOutput();
  readonly #entries: LogEntry[] = [];
  readonly #failed = Promise.withResolvers<never>();
  #arrival = Promise.withResolvers<void>();
  /** Where the last message that was read ends. */
  #received = 0n;
  #confirmed = 0n;
  /** Where the last transaction ends that was handed out whole. */
  #toldAfter = 0n;
  /** How many entries were handed out and not yet done with. */
  #underWay = 0;
  #isClosed = false;

  private constructor() {
    // Nobody may be waiting for the next entries when the connection breaks.
    this.#failed.promise.catch(() => undefined);
  }

  /** @param url a connection that may replicate */
  static async open(url: string, slot: string): Promise<ReplicationStream> {
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
   * The next entries, as many as have come; waits for the first. Asking for more says that
   * those before have been told.
   * @throws the connection's error
   */
  async next(maximum: number): Promise<LogEntry[]> {
    this.#underWay = 0;
    this.#confirm();
    while (this.#entries.length === 0) {
      await Promise.race([this.#arrival.promise, this.#failed.promise]);
      this.#arrival = Promise.withResolvers();
    }
    const entries = this.#entries.splice(0, maximum);
    this.#underWay = entries.length;
    if (this.#entries.length < readAhead) this.#copy?.resume();
    const last = entries.findLast((entry) => entry.kind === 'commit');
    if (last) this.#toldAfter = last.end;
    return entries;
  }

  async close(): Promise<void> {
    this.#failed.reject(new Error('the log was closed'));
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
      const isAsked = message[17] === 1;
      this.#confirm(isAsked);
    }
  }

  /**
   * A commit counts as told when its entries are done with; and when nothing is waiting,
   * all that PostgreSQL says it has sent: other tables' changes are not ours to tell.
   */
  #confirm(isAsked = false): void {
    const isIdle = this.#underWay === 0 && this.#entries.length === 0;
    const told = this.#underWay === 0 ? this.#toldAfter : 0n;
    const position = isIdle && this.#received > told ? this.#received : told;
    if (position > this.#confirmed) this.#confirmed = position;
    else if (!isAsked) return;
    if (this.#isClosed) return;
    this.#copy?.send(statusUpdate(this.#confirmed));
  }
}
