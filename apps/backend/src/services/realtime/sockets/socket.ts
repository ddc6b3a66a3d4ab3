import type { RawData, WebSocket } from 'ws';
import type { Role } from '../../../identity/caller.ts';
import { sendFromClient } from '../broadcast/send-from-client.ts';
import type { Channel, ChannelTransport } from './channel.ts';
import { closeReasons, RealtimeError, realtimeErrors, type CloseReason } from '../errors.ts';
import type { Handshake } from './handshake.ts';
import { joinChannel } from './join-channel.ts';
import {
  decodeBinary,
  decodeText,
  encode,
  type Message,
  type SerializerVersion,
} from '../protocol/message.ts';
import type { RealtimeContext } from '../realtime-context.ts';
import { SerialQueue } from './serial-queue.ts';

/** The number of sockets so far; the next number is the name of the next socket. */
let socketCount = 0;

/** How long a client may take to confirm that the socket is closed, ms. */
const closeTimeout = 5000;

/** One client's connection, with its channels. */
export class RealtimeSocket implements ChannelTransport {
  readonly version: SerializerVersion;
  readonly name = String((socketCount += 1));
  readonly address: string;
  readonly changes = new SerialQueue();
  /** Handles messages one after the other, as Phoenix does. */
  readonly #messageQueue = new SerialQueue();
  readonly #ws: WebSocket;
  readonly #keyRole: Role;
  readonly #realtime: RealtimeContext;
  readonly #channels = new Map<string, Channel>();
  readonly #heartbeatTimer: NodeJS.Timeout;
  #isClosing = false;

  /** @param address the address that opened the socket, as `clientKey` writes it */
  constructor(
    ws: WebSocket,
    { version, role }: Handshake,
    address: string,
    realtime: RealtimeContext,
  ) {
    const { limits } = realtime;
    this.version = version;
    this.address = address;
    this.#ws = ws;
    this.#keyRole = role;
    this.#realtime = realtime;
    this.#heartbeatTimer = setTimeout(
      () => this.close(closeReasons.noHeartbeat),
      limits.heartbeatTimeout,
    );
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('close', () => this.#end());
    // For an invalid frame ws has closed the socket with the code of RFC 6455; the rest are network errors.
    ws.on('error', (error) => realtime.log.debug({ err: error }, 'a realtime socket failed'));
  }

  /** Closes the socket; realtime-js connects again and joins its channels again. */
  close([code, reason]: CloseReason): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), closeTimeout).unref();
    this.#end();
  }

  send({ topic, joinRef }: Channel, event: string, payload: string, ref?: string): void {
    this.#write(encode({ joinRef, ref: ref ?? null, topic, event, payload }, this.version));
  }

  sendEncoded(message: Buffer, isBinary = false): void {
    this.#write(message, isBinary);
  }

  onEnd(channel: Channel): void {
    const { subscriptions, topics, subscriptionLimit, accountSockets, channels } = this.#realtime;
    subscriptions.remove(channel);
    topics.remove(channel);
    subscriptionLimit.remove(channel.client, channel.subscriptionSize);
    channels.delete(channel);
    if (this.#channels.get(channel.topic) !== channel) return;
    this.#channels.delete(channel.topic);
    const { account } = channel.subscriber;
    if (account !== null) accountSockets.remove(account, this.name);
  }

  #write(message: string | Buffer, isBinary = false): void {
    if (this.#isClosing) return;
    this.#ws.send(message, { binary: isBinary });
    if (this.#ws.bufferedAmount > this.#realtime.limits.unsentBytes) {
      this.#realtime.log.warn('a realtime socket was closed because its client reads too slowly');
      this.close(closeReasons.tooSlow);
    }
  }

  #reply({ topic, ref, joinRef }: Message, status: 'ok' | 'error', response = '{}'): void {
    const payload = `{"status":"${status}","response":${response}}`;
    this.#write(encode({ joinRef, ref, topic, event: 'phx_reply', payload }, this.version));
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isClosing) return;
    this.#heartbeatTimer.refresh();
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat([data].flat().map(toBuffer));
    const message = isBinary ? decodeBinary(bytes) : decodeText(bytes.toString(), this.version);
    if (!message) {
      this.close(closeReasons.notAMessage);
      return;
    }
    if (!this.#realtime.messageRate.tryTake(this.name)) {
      this.#channels
        .get(message.topic)
        ?.system('system', 'error', realtimeErrors.tooManyMessages().message);
      this.close(closeReasons.tooManyMessages);
      return;
    }
    // A heartbeat is answered at once, not after a join that waits for the database.
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      this.#reply(message, 'ok');
      return;
    }
    void this.#messageQueue.add(() => this.#process(message));
  }

  async #process(message: Message): Promise<void> {
    if (this.#isClosing) return;
    try {
      if (message.event === 'phx_join') await this.#join(message);
      else await this.#handle(message, this.#channels.get(message.topic));
    } catch (error) {
      const realtimeError = error instanceof RealtimeError ? error : realtimeErrors.unexpected();
      if (realtimeError !== error)
        this.#realtime.log.error({ err: error }, 'a realtime message failed');
      this.#reply(message, 'error', JSON.stringify({ reason: realtimeError.reason }));
    }
  }

  async #join(message: Message): Promise<void> {
    const { limits, joinRate, accountSockets } = this.#realtime;
    if (!joinRate.tryTake(this.name)) {
      this.#reply(
        message,
        'error',
        JSON.stringify({ reason: realtimeErrors.tooManyJoins().reason }),
      );
      this.close(closeReasons.tooManyJoins);
      return;
    }
    // A second join of the same topic replaces the first.
    this.#channels.get(message.topic)?.leave();
    if (this.#channels.size >= limits.channelsPerSocket) throw realtimeErrors.tooManyChannels();
    const { channel, response, announce } = await joinChannel(
      this.#realtime,
      message,
      this.#keyRole,
      this,
    );
    // The socket or the session may have ended meanwhile.
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
    if (!channel) throw realtimeErrors.unmatchedTopic();
    if (event === 'access_token') {
      const token =
        payload !== null && typeof payload === 'object' && 'access_token' in payload
          ? payload.access_token
          : null;
      await channel.renew(token);
      return;
    }
    try {
      if (event === 'presence') throw realtimeErrors.notServed('Presence');
      if (event !== 'broadcast') return;
      if (sendFromClient(this.#realtime, channel, payload)) this.#reply(message, 'ok');
    } catch (error) {
      // Without `ack` realtime-js does not read the reply to a broadcast.
      if (error instanceof RealtimeError) channel.system(event, 'error', error.message);
      throw error;
    }
  }

  #end(): void {
    this.#isClosing = true;
    clearTimeout(this.#heartbeatTimer);
    for (const channel of this.#channels.values()) channel.end();
  }
}

const toBuffer = (part: Buffer | ArrayBuffer): Buffer =>
  Buffer.isBuffer(part) ? part : Buffer.from(part);
