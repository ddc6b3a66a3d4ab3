import type { Logger } from 'pino';
import { operator } from '../../../identity/client.ts';
import { realtimeErrors } from '../errors.ts';
import type { RealtimeLimits } from '../limits.ts';
import type { ChangeHandler } from '../replication/change-feed.ts';
import type { Change } from '../replication/pgoutput.ts';
import { fitsFrame, type BroadcastMessage } from './broadcast-message.ts';
import type { BroadcastTopics } from './broadcast-topics.ts';

/** PostgreSQL prints bytes in hexadecimal after these two characters. */
const hexadecimalPrefix = '\\x';

/** Reads the message from a row of `realtime.messages`; null for an incomplete row. */
const messageOf = ({ record }: Change): BroadcastMessage | null => {
  const { topic, event, payload, binary_payload: bytes, id, originator } = record ?? {};
  if (!topic || typeof event !== 'string' || record?.extension !== 'broadcast') return null;
  const content = bytes
    ? Buffer.from(bytes.slice(hexadecimalPrefix.length), 'hex')
    : (payload ?? null);
  if (content === null) return null;
  return {
    topic,
    isPrivate: record.private === 't',
    event,
    payload: content,
    originator: originator ?? operator.address,
    id: id ?? undefined,
  };
};

/** Sends the rows that SQL has inserted into `realtime.messages` to the channels of their topics. */
export class MessageDispatcher implements ChangeHandler {
  /** The messages of an originator do not wait for those of another that were read earlier. */
  readonly batches = 10;
  readonly #topics: BroadcastTopics;
  readonly #limits: Pick<RealtimeLimits, 'broadcastSize'>;
  readonly #log: Logger;

  constructor(topics: BroadcastTopics, limits: Pick<RealtimeLimits, 'broadcastSize'>, log: Logger) {
    this.#topics = topics;
    this.#limits = limits;
    this.#log = log;
  }

  /** Sends messages: those of an originator in order within a topic, in parallel for different topics. */
  async onChanges(rows: readonly Change[]): Promise<void> {
    await Promise.all(rows.map((row) => this.#send(row)));
  }

  onGap(): void {
    this.#log.warn('the replication slot of broadcasts was lost; clients have to join again');
    for (const channel of this.#topics.channels()) channel.fail(realtimeErrors.missed());
  }

  async #send(row: Change): Promise<void> {
    const message = messageOf(row);
    if (!message) return;
    const size = Buffer.byteLength(message.payload);
    if (size > this.#limits.broadcastSize || !fitsFrame(message)) {
      this.#log.warn({ id: message.id, size }, 'a broadcast by SQL was too large and was not sent');
      return;
    }
    await this.#topics.send(message);
  }
}
