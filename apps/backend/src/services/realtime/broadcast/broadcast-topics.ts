import type { Channel } from '../sockets/channel.ts';
import { SerialQueue } from '../sockets/serial-queue.ts';
import { TimeSlice } from '../postgres-changes/time-slice.ts';
import type { SerializerVersion } from '../protocol/message.ts';
import { encodeBroadcast, type BroadcastMessage, type Frame } from './broadcast-message.ts';

/** How long frames are sent without a pause before the event loop does other work, ms. */
const sliceLength = 10;

/** How many messages may be queued for one topic. */
const maximumQueue = 100;

type TopicName = Pick<BroadcastMessage, 'topic' | 'isPrivate'>;

interface Topic {
  readonly channels: Set<Channel>;
  /** Sends the topic's messages in their order. */
  readonly queue: SerialQueue;
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
    if (known) known.channels.add(channel);
    else this.#topics.set(key, { channels: new Set([channel]), queue: new SerialQueue() });
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

  /** Whether a topic's queue is full, so that clients may not send to it now. */
  isBehind(name: TopicName): boolean {
    return (this.#topics.get(keyOf(name))?.queue.length ?? 0) >= maximumQueue;
  }

  /**
   * Sends a message to the channels that have joined its topic.
   * @param sender a channel that does not receive the message
   * @returns when the message was written to the last socket
   */
  async send(message: BroadcastMessage, sender: Channel | null = null): Promise<void> {
    const topic = this.#topics.get(keyOf(message));
    if (!topic) return;
    const receivers = [...topic.channels].filter((channel) => channel !== sender);
    await topic.queue.add(() => this.#sendToEach(message, receivers));
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
