import type { RawData, WebSocket } from 'ws';
import type { Role } from '../../../identity/caller.ts';
import type { Channel, ChannelTransport } from './channel.ts';
import { closings, Refusal, refusals, type Closing } from '../errors.ts';
import type { Handshake } from './handshake.ts';
import { joinChannel } from './join.ts';
import {
  decodeBinary,
  decodeText,
  encode,
  type Message,
  type SerializerVersion,
} from '../protocol/message.ts';
import type { Realtime } from '../realtime.ts';
import { SerialQueue } from './serial-queue.ts';

/** How many sockets there were. */
let sockets = 0;

/** How long a client may take to answer that the socket is closed, ms. */
const closePatience = 5000;

/** One client's connection, with its channels. */
export class RealtimeSocket implements ChannelTransport {
  readonly version: SerializerVersion;
  readonly name = String((sockets += 1));
  readonly address: string;
  readonly changes = new SerialQueue();
  /** Messages are handled one after the other, as in Phoenix. */
  readonly #messages = new SerialQueue();
  readonly #ws: WebSocket;
  readonly #keyRole: Role;
  readonly #realtime: Realtime;
  readonly #channels = new Map<string, Channel>();
  readonly #silence: NodeJS.Timeout;
  #isClosing = false;

  /** @param address the client that it comes from, as limits count it */
  constructor(ws: WebSocket, { version, role }: Handshake, address: string, realtime: Realtime) {
    const { limits } = realtime;
    this.version = version;
    this.address = address;
    this.#ws = ws;
    this.#keyRole = role;
    this.#realtime = realtime;
    this.#silence = setTimeout(() => this.close(closings.silent), limits.silence);
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('close', () => this.#end());
    // What is wrong with a frame is said in its close code by ws; the rest is the network's.
    ws.on('error', (error) => realtime.log.debug({ err: error }, 'a realtime socket broke'));
  }

  /** Ends the socket; realtime-js connects again and joins its channels again. */
  close([code, reason]: Closing): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), closePatience).unref();
    this.#end();
  }

  send({ topic, joinRef }: Channel, event: string, payload: string, ref?: string): void {
    this.#write(encode({ joinRef, ref: ref ?? null, topic, event, payload }, this.version));
  }

  sendEncoded(message: Buffer): void {
    this.#write(message);
  }

  onEnd(channel: Channel): void {
    const { subscriptions, subscriptionLimit, accountSockets, channels } = this.#realtime;
    subscriptions.remove(channel);
    subscriptionLimit.remove(channel.payer, channel.size);
    channels.delete(channel);
    if (this.#channels.get(channel.topic) !== channel) return;
    this.#channels.delete(channel.topic);
    const { account } = channel.subscriber;
    if (account !== null) accountSockets.remove(account, this.name);
  }

  #write(message: string | Buffer): void {
    if (this.#isClosing) return;
    this.#ws.send(message, { binary: false });
    if (this.#ws.bufferedAmount > this.#realtime.limits.unreadSize) {
      this.#realtime.log.warn('a realtime socket that reads too slowly was cut off');
      this.close(closings.tooSlow);
    }
  }

  #reply({ topic, ref, joinRef }: Message, status: 'ok' | 'error', response = '{}'): void {
    const payload = `{"status":"${status}","response":${response}}`;
    this.#write(encode({ joinRef, ref, topic, event: 'phx_reply', payload }, this.version));
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isClosing) return;
    this.#silence.refresh();
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat([data].flat().map(toBuffer));
    const message = isBinary ? decodeBinary(bytes) : decodeText(bytes.toString(), this.version);
    if (!message) {
      this.close(closings.notAMessage);
      return;
    }
    if (!this.#realtime.messageRate.tryTake(this.name)) {
      this.#channels
        .get(message.topic)
        ?.system('system', 'error', refusals.tooManyMessages().message);
      this.close(closings.tooManyMessages);
      return;
    }
    // Not behind a join that waits for the database.
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      this.#reply(message, 'ok');
      return;
    }
    void this.#messages.add(() => this.#work(message));
  }

  async #work(message: Message): Promise<void> {
    if (this.#isClosing) return;
    try {
      if (message.event === 'phx_join') await this.#join(message);
      else await this.#handle(message, this.#channels.get(message.topic));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusals.unexpected();
      if (refusal !== error) this.#realtime.log.error({ err: error }, 'a realtime message failed');
      this.#reply(message, 'error', JSON.stringify({ reason: refusal.reason }));
    }
  }

  async #join(message: Message): Promise<void> {
    const { limits, joinRate, accountSockets } = this.#realtime;
    if (!joinRate.tryTake(this.name)) {
      this.#reply(message, 'error', JSON.stringify({ reason: refusals.tooManyJoins().reason }));
      this.close(closings.tooManyJoins);
      return;
    }
    // A second join of the same topic takes the place of the first.
    this.#channels.get(message.topic)?.leave();
    if (this.#channels.size >= limits.channelsPerSocket) throw refusals.tooManyChannels();
    const { channel, response, announce } = await joinChannel(
      this.#realtime,
      message,
      this.#keyRole,
      this,
    );
    // The socket, or the session, may have ended meanwhile.
    if (this.#isClosing) channel.end();
    if (channel.hasEnded) return;
    try {
      if (channel.subscriber.account !== null)
        accountSockets.add(channel.subscriber.account, this.name);
    } catch (error) {
      channel.end();
      throw error;
    }
    this.#channels.set(channel.topic, channel);
    this.#reply(message, 'ok', response);
    announce();
  }

  async #handle(message: Message, channel: Channel | undefined): Promise<void> {
    const { event, payload, joinRef } = message;
    if (event === 'phx_leave') {
      this.#reply(message, 'ok');
      if (channel && (joinRef === null || joinRef === channel.joinRef)) channel.leave();
      return;
    }
    if (!channel) throw refusals.unmatchedTopic();
    if (event === 'access_token') {
      const token =
        payload !== null && typeof payload === 'object' && 'access_token' in payload
          ? payload.access_token
          : null;
      await channel.renew(token);
      return;
    }
    const notServed = { broadcast: 'Broadcast', presence: 'Presence' }[event];
    if (notServed === undefined) return;
    const refusal = refusals.notServed(notServed);
    // Without `ack` realtime-js does not read the answer to a broadcast.
    channel.system(event, 'error', refusal.message);
    throw refusal;
  }

  #end(): void {
    this.#isClosing = true;
    clearTimeout(this.#silence);
    for (const channel of this.#channels.values()) channel.end();
  }
}

const toBuffer = (part: Buffer | ArrayBuffer): Buffer =>
  Buffer.isBuffer(part) ? part : Buffer.from(part);
