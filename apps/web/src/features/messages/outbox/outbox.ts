import { useEffect, useSyncExternalStore } from 'react';
import type { ReadyClip } from '#features/clips/recorder/ready-clip.ts';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { perClient } from '#lib/per-client.ts';
import { randomUuid } from '#lib/random-uuid.ts';
import {
  listOutgoing,
  removeOutgoing,
  storeOutgoing,
  type OutgoingMessage,
} from './outbox-store.ts';

/** Announces to other tabs that the outbox has changed. */
const CHANNEL = 'undertone:outbox';

const NONE: readonly OutgoingMessage[] = [];

/**
 * The messages that wait on this device, as the page shows them. What is written is stored before it is sent, so that
 * it survives a reload, and other tabs show it as well.
 */
class Outbox extends EventTarget {
  #userId: string | undefined;
  /** The account whose messages are shown. */
  #opened: string | undefined;
  #messages = NONE;
  #last = 0;
  readonly #channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined;

  constructor() {
    super();
    this.#channel?.addEventListener('message', () => {
      if (this.#userId !== undefined) void this.load(this.#userId).then(() => this.announce());
    });
  }

  readonly subscribe = (notify: () => void): (() => void) => {
    this.addEventListener('change', notify);
    return () => this.removeEventListener('change', notify);
  };

  /** An account's messages, in the order in which they were written; the same list until it changes. */
  readonly list = (userId: string): readonly OutgoingMessage[] =>
    userId === this.#userId ? this.#messages : NONE;

  /** Reads what is stored for an account, once for all parts of the page that show it. */
  open(userId: string): void {
    if (this.#opened === userId) return;
    this.#opened = userId;
    void this.load(userId);
  }

  /** Reads what is stored for an account. */
  async load(userId: string): Promise<void> {
    try {
      const stored = await listOutgoing(userId);
      this.#userId = userId;
      this.#set(stored);
    } catch (cause) {
      logFailure('The messages that wait on this device could not be read.', cause);
    }
  }

  /** Puts a voice message into the outbox, with words or without. @throws when the device cannot store it */
  async addClip(
    place: Pick<OutgoingMessage, 'userId' | 'conversationId' | 'content'>,
    { takeId: id, audio: file, type, duration, waveform, filterId: filter }: ReadyClip,
  ): Promise<void> {
    const audio = await file.arrayBuffer();
    // Each attempt to send the take has its id.
    await this.add({ ...place, id, clip: { id, audio, type, duration, waveform, filter } });
  }

  /** Puts a message into the outbox. @throws when the device cannot store a clip */
  async add(
    message: Pick<OutgoingMessage, 'userId' | 'conversationId' | 'content' | 'clip'> &
      Partial<Pick<OutgoingMessage, 'id'>>,
  ): Promise<void> {
    this.#last = Math.max(Date.now(), this.#last + 1);
    await this.#store({ id: randomUuid(), ...message, writtenAt: this.#last });
    this.announce();
  }

  /** Marks a message as refused. */
  fail(message: OutgoingMessage, failure: string): Promise<void> {
    return this.#store({ ...message, failure });
  }

  /** Lets a message that was refused be sent again. */
  async retry(message: OutgoingMessage): Promise<void> {
    const again = { ...message };
    delete again.failure;
    await this.#store(again);
    this.announce();
  }

  /** Removes a message that was sent, or that the person discards. */
  async remove(message: OutgoingMessage): Promise<void> {
    this.#set(this.#messages.filter(({ id }) => id !== message.id));
    if (!('indexedDB' in window)) return;
    try {
      await removeOutgoing(message);
    } catch (cause) {
      logFailure('A message could not be removed from this device.', cause);
    }
    this.#channel?.postMessage(message.id);
  }

  /** Calls `notify` when a message is to be sent, in this tab or because another one has stored it. */
  onArrival(notify: () => void, signal: AbortSignal): void {
    this.addEventListener('arrival', notify, { signal });
  }

  async #store(message: OutgoingMessage): Promise<void> {
    if (this.#userId !== message.userId) await this.load(message.userId);
    this.#userId = message.userId;
    const others = this.#messages.filter(({ id }) => id !== message.id);
    // Shown before it is stored, which may take a moment.
    this.#set([...others, message].sort((one, other) => one.writtenAt - other.writtenAt));
    if (!('indexedDB' in window)) return;
    try {
      await storeOutgoing(message);
      this.#channel?.postMessage(message.id);
    } catch (cause) {
      logFailure('A message could not be stored on this device.', cause);
      // It is sent from memory; a clip, of which there is no other copy then, stays in the recorder.
      if (!message.clip) return;
      this.#set(others);
      throw cause;
    }
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.#messages = messages;
    this.dispatchEvent(new Event('change'));
  }

  /** Sends what waits. */
  announce(): void {
    this.dispatchEvent(new Event('arrival'));
  }
}

export const outboxOf = perClient(() => new Outbox());

/** The messages of a conversation that are not sent yet. */
export function useOutgoing(userId: string, conversationId: string): readonly OutgoingMessage[] {
  const outbox = outboxOf(useClient());
  const messages = useSyncExternalStore(outbox.subscribe, () => outbox.list(userId));
  useEffect(() => outbox.open(userId), [outbox, userId]);
  return messages.filter((message) => message.conversationId === conversationId);
}
