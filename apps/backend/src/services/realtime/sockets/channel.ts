import type { SerialQueue } from './serial-queue.ts';
import { RealtimeError, realtimeErrors } from '../errors.ts';
import type { ChannelClient } from '../postgres-changes/filter-budget.ts';
import type { Subscriber } from './subscriber.ts';

/** A channel's membership of a topic of Broadcast. */
export interface BroadcastMembership {
  /** The topic without its prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  /** Whether the channel receives its own messages (`self`). */
  readonly receivesOwn: boolean;
  /** Whether the channel's messages are acknowledged (`ack`). */
  readonly acknowledges: boolean;
  /** Whether its subscriber may send. Updated whenever the token is verified. */
  mayWrite: boolean;
}

/** The socket that sends a channel's messages. */
export interface ChannelTransport {
  readonly version: '1.0.0' | '2.0.0';
  /** A name that is unique among the sockets of the process. */
  readonly name: string;
  /** The address that the socket was opened from, as `clientKey` writes it. */
  readonly address: string;
  /** The queue that sends the socket's batches of changes in order. */
  readonly changes: SerialQueue;
  /** Sends a message of the channel; the payload is JSON. */
  send(channel: Channel, event: string, payload: string, ref?: string): void;
  /** Sends an encoded frame. */
  sendEncoded(message: Buffer, isBinary?: boolean): void;
  /** Called once, when the channel has ended. */
  onEnd(channel: Channel): void;
}

export interface ChannelOptions {
  /** The access token of the join; null for none. */
  readonly token: string | null;
  /** Its membership of a topic of Broadcast; null for a channel that only receives changes. */
  readonly membership: BroadcastMembership | null;
  /** Verifies a token, and checks whether its subscriber may still join the topic. */
  readonly verify: (token: unknown) => Promise<Subscriber>;
  /** The longest time between two verifications, ms. */
  readonly checkInterval: number;
}

/** A joined channel, which verifies its subscriber's token at intervals. */
export class Channel {
  readonly topic: string;
  readonly joinRef: string;
  readonly transport: ChannelTransport;
  readonly membership: BroadcastMembership | null;
  readonly #options: ChannelOptions;
  #token: string | null;
  #subscriber: Subscriber;
  #timer: NodeJS.Timeout | null = null;
  #hasEnded = false;
  /** The number of its bindings and conditions, as `SubscriptionLimit` counts them. */
  subscriptionSize = 0;

  constructor(
    topic: string,
    joinRef: string,
    subscriber: Subscriber,
    transport: ChannelTransport,
    options: ChannelOptions,
  ) {
    this.topic = topic;
    this.joinRef = joinRef;
    this.#subscriber = subscriber;
    this.transport = transport;
    this.membership = options.membership;
    this.#options = options;
    this.#token = options.token;
    this.#checkLater();
  }

  get subscriber(): Subscriber {
    return this.#subscriber;
  }

  /** The client whose limits the channel counts towards. */
  get client(): ChannelClient {
    const { name: socket, address } = this.transport;
    return { socket, address, account: this.#subscriber.account };
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Replaces the token, or closes the channel when the new one is not valid. An api key in place of a
   * token is ignored, as on hosted Supabase: realtime-js sends it after a sign-out.
   */
  async renew(token: unknown): Promise<void> {
    const isUnchanged = token === null || token === undefined || token === this.#token;
    if (isUnchanged || (typeof token === 'string' && token.startsWith('sb_'))) return;
    try {
      const subscriber = await this.#options.verify(token);
      if (this.#hasEnded) return;
      // Limits count by account, and the bindings were checked for this role.
      const { role, account } = this.#subscriber;
      if (subscriber.role !== role || subscriber.account !== account) {
        this.fail(realtimeErrors.callerChanged());
        return;
      }
      this.#token = typeof token === 'string' ? token : null;
      this.#subscriber = subscriber;
      this.#checkLater();
      // The session may have ended during the first verification.
      await this.#options.verify(token);
    } catch (error) {
      this.#closeFor(error);
    }
  }

  /** Sends a `system` message about the channel or its subscription. */
  system(extension: string, status: 'ok' | 'error', message: string): void {
    const channel = this.topic.slice('realtime:'.length);
    this.transport.send(this, 'system', JSON.stringify({ extension, status, message, channel }));
  }

  sendEncoded(message: Buffer, isBinary = false): void {
    if (!this.#hasEnded) this.transport.sendEncoded(message, isBinary);
  }

  /** Ends the channel permanently, as for an expired token: realtime-js does not join again. */
  close(error: RealtimeError): void {
    if (this.#hasEnded) return;
    this.system('system', 'error', error.message);
    this.leave();
  }

  /** Ends the channel with an error, after which realtime-js joins again. */
  fail(error: RealtimeError): void {
    if (this.#hasEnded) return;
    this.system('system', 'error', error.message);
    this.transport.send(this, 'phx_error', '{}', this.joinRef);
    this.end();
  }

  /** Ends the channel at its client's request. */
  leave(): void {
    if (this.#hasEnded) return;
    this.transport.send(this, 'phx_close', '{}', this.joinRef);
    this.end();
  }

  /** Ends the channel without a message, when the socket is gone. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.transport.onEnd(this);
  }

  #checkLater(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const { expiresAt } = this.#subscriber;
    // An api key does not expire, but the policies on its topic may change.
    if (this.#hasEnded || (expiresAt === null && !this.membership?.isPrivate)) return;
    const untilExpiry = Math.max(0, (expiresAt ?? Infinity) - Date.now());
    // The random factor spreads the checks: after a restart all channels join within a few seconds.
    const interval = this.#options.checkInterval * (1 - Math.random() / 4);
    const wait = Math.min(interval, untilExpiry);
    this.#timer = setTimeout(() => void this.#check(), wait);
  }

  async #check(): Promise<void> {
    const token = this.#token;
    try {
      await this.#options.verify(token);
    } catch (error) {
      // The token may have been replaced while the old one was verified.
      if (this.#token === token) this.#closeFor(error);
    }
    this.#checkLater();
  }

  #closeFor(error: unknown): void {
    const unavailable = realtimeErrors.unavailable();
    // If the token could not be verified for now, the channel fails, and the client joins again.
    if (error instanceof RealtimeError && error.code !== unavailable.code) this.close(error);
    else this.fail(unavailable);
  }
}
