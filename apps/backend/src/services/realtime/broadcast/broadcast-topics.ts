import { oneAtATime } from '../../../config/admission.ts';
import { ConcurrencyLimit } from '../../../lib/concurrency-limit.ts';
import { Counts } from '../../../lib/counts.ts';
import type { Channel } from '../sockets/channel.ts';
import { TimeSlice } from '../postgres-changes/time-slice.ts';
import type { SerializerVersion } from '../protocol/message.ts';
import { encodeBroadcast, type BroadcastMessage, type Frame } from './broadcast-message.ts';

/** How long frames are sent without a pause before the event loop does other work, ms. */
const sliceLength = 2;

/** How many messages of clients may wait in one topic. One originator has at most half of them. */
const maximumQueue = 100;

type TopicName = Pick<BroadcastMessage, 'topic' | 'isPrivate'>;

interface Topic {
  readonly channels: Set<Channel>;
  /** Sends one message at a time. Originators take turns; the messages of each keep their order. */
  readonly turns: ConcurrencyLimit;
  /** The unsent messages of clients by originator. */
  readonly waiting: Counts;
  /** The number of all unsent messages of clients. */
  waitingInAll: number;
}

/** The key of a topic: a private and a public topic of the same name are two topics. */
const keyOf = ({ topic, isPrivate }: TopicName): string =>
  `${isPrivate ? 'private' : 'public'} ${topic}`;

/** The joined channels by topic, to which messages are sent. */
export class BroadcastTopics {
  readonly #topics = new Map<string, Topic>();
  readonly #slice = new TimeSlice(sliceLength);

  add(channel: Channel): void {
    if (!channel.membership) return;
    const key = keyOf(channel.membership);
    const known = this.#topics.get(key);
    if (known) {
      known.channels.add(channel);
      return;
    }
    this.#topics.set(key, {
      channels: new Set([channel]),
      turns: new ConcurrencyLimit(oneAtATime(1)),
      waiting: new Counts(),
      waitingInAll: 0,
    });
  }

  remove(channel: Channel): void {
    if (!channel.membership) return;
    const key = keyOf(channel.membership);
    const known = this.#topics.get(key);
    known?.channels.delete(channel);
    if (known?.channels.size === 0) this.#topics.delete(key);
  }

  /** The channels of all topics. */
  channels(): Channel[] {
    return [...this.#topics.values()].flatMap(({ channels }) => Array.from(channels));
  }

  /** Whether so many messages of clients wait in a topic that an originator may not send to it now. */
  isBehind(message: TopicName & Pick<BroadcastMessage, 'originator'>): boolean {
    const topic = this.#topics.get(keyOf(message));
    return (
      topic !== undefined &&
      (topic.waitingInAll >= maximumQueue ||
        topic.waiting.of(message.originator) >= maximumQueue / 2)
    );
  }

  /** Sends a client's message. `isBehind` counts it until it was sent. */
  async sendFromClient(message: BroadcastMessage, sender: Channel | null = null): Promise<void> {
    const topic = this.#topics.get(keyOf(message));
    if (!topic) return;
    const count = (step: 1 | -1) => {
      topic.waiting.add(message.originator, step);
      topic.waitingInAll += step;
    };
    count(1);
    try {
      await this.send(message, sender);
    } finally {
      count(-1);
    }
  }

  /**
   * Sends a message to the channels that have joined its topic, in its originator's turn.
   * @param sender a channel that does not receive the message
   * @returns when the message was written to the last socket
   */
  async send(message: BroadcastMessage, sender: Channel | null = null): Promise<void> {
    const topic = this.#topics.get(keyOf(message));
    if (!topic) return;
    const receivers = [...topic.channels].filter((channel) => channel !== sender);
    const client = { address: message.originator, account: null };
    await topic.turns.run(client, () => this.#sendToEach(message, receivers));
  }

  async #sendToEach(message: BroadcastMessage, channels: readonly Channel[]): Promise<void> {
    const frames = new Map<SerializerVersion, Frame | null>();
    for (const channel of channels) {
      const { version } = channel.transport;
      const frame = frames.get(version) ?? encodeBroadcast(message, version, channels.length);
      frames.set(version, frame);
      if (this.#slice.isOver) await this.#slice.wait();
      if (frame) channel.sendEncoded(frame.data, frame.isBinary);
    }
  }
}
