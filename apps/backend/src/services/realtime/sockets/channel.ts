import type { Role, VerifyToken } from '../../../identity/caller.ts';
import type { SerialQueue } from './serial-queue.ts';
import { Refusal, refusals } from '../errors.ts';
import type { Payer } from '../postgres-changes/filter-budget.ts';
import { readSubscriber, type Subscriber } from './subscriber.ts';

/** How a channel's messages reach its client. */
export interface ChannelTransport {
  readonly version: '1.0.0' | '2.0.0';
  /** The socket, among all of this process. */
  readonly name: string;
  /** The client that the socket comes from, as limits count it. */
  readonly address: string;
  /** The changes on their way to it. */
  readonly changes: SerialQueue;
  /** Sends a message of the channel; the payload is JSON. */
  send(channel: Channel, event: string, payload: string, ref?: string): void;
  /** Sends the text of a change, encoded for this client already. */
  sendEncoded(message: Buffer): void;
  /** Called once, when the channel has ended for whatever reason. */
  onEnd(channel: Channel): void;
}

export interface ChannelOptions {
  /** The access token that it was joined with; null for none. */
  readonly token: string | null;
  /** The role of the socket's api key. */
  readonly keyRole: Role;
  readonly verifyToken: VerifyToken;
  /** How often the token is verified again at least, ms. */
  readonly checkAfter: number;
}

/** A joined channel: who listens, to what, and until when. */
export class Channel {
  readonly topic: string;
  readonly joinRef: string;
  readonly transport: ChannelTransport;
  readonly #options: ChannelOptions;
  #token: string | null;
  #subscriber: Subscriber;
  #timer: NodeJS.Timeout | null = null;
  #hasEnded = false;
  /** What its bindings and their filters count towards the limits of subscriptions. */
  size = 0;

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
    this.#options = options;
    this.#token = options.token;
    this.#checkLater();
  }

  get subscriber(): Subscriber {
    return this.#subscriber;
  }

  /** Whose limits it counts towards. */
  get payer(): Payer {
    const { name: socket, address } = this.transport;
    return { socket, address, account: this.#subscriber.account };
  }

  get version(): ChannelTransport['version'] {
    return this.transport.version;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Goes on with a renewed token, or closes when it is none. The api key in a token's place
   * changes nothing, as on hosted Supabase: realtime-js sends it after a sign-out.
   */
  async renew(token: unknown): Promise<void> {
    const isKept = token === null || token === undefined || token === this.#token;
    if (isKept || (typeof token === 'string' && token.startsWith('sb_'))) return;
    try {
      const subscriber = await this.#read(token);
      if (this.#hasEnded) return;
      // Limits count by account, and what the bindings name was checked for the role.
      const { role, account } = this.#subscriber;
      if (subscriber.role !== role || subscriber.account !== account) {
        this.fail(refusals.callerChanged());
        return;
      }
      this.#token = typeof token === 'string' ? token : null;
      this.#subscriber = subscriber;
      this.#checkLater();
      // A session that ended while its token was taken is noticed here.
      await this.#read(token);
    } catch (error) {
      this.#closeFor(error);
    }
  }

  /** Says how the channel, or what it listens to, is doing. */
  system(extension: string, status: 'ok' | 'error', message: string): void {
    const channel = this.topic.slice('realtime:'.length);
    this.transport.send(this, 'system', JSON.stringify({ extension, status, message, channel }));
  }

  sendChange(message: Buffer): void {
    if (!this.#hasEnded) this.transport.sendEncoded(message);
  }

  /** Ends it for good, as for an expired token: realtime-js does not try again. */
  close(refusal: Refusal): void {
    if (this.#hasEnded) return;
    this.system('system', 'error', refusal.message);
    this.leave();
  }

  /** Cuts it off: realtime-js joins again. */
  fail(refusal: Refusal): void {
    if (this.#hasEnded) return;
    this.system('system', 'error', refusal.message);
    this.transport.send(this, 'phx_error', '{}', this.joinRef);
    this.end();
  }

  /** Ends it as its client wished. */
  leave(): void {
    if (this.#hasEnded) return;
    this.transport.send(this, 'phx_close', '{}', this.joinRef);
    this.end();
  }

  /** Ends it without a word: the socket is gone. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.transport.onEnd(this);
  }

  #read(token: unknown): Promise<Subscriber> {
    return readSubscriber(token, this.#options.keyRole, this.#options.verifyToken);
  }

  #checkLater(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const { expiresAt } = this.#subscriber;
    if (expiresAt === null || this.#hasEnded) return;
    const wait = Math.min(this.#options.checkAfter, Math.max(0, expiresAt - Date.now()));
    this.#timer = setTimeout(() => void this.#check(), wait);
  }

  async #check(): Promise<void> {
    const token = this.#token;
    try {
      await this.#read(token);
    } catch (error) {
      // It may have been renewed while the old one was asked about.
      if (this.#token === token) this.#closeFor(error);
    }
    this.#checkLater();
  }

  #closeFor(error: unknown): void {
    if (error instanceof Refusal) this.close(error);
    else this.fail(refusals.unavailable());
  }
}
