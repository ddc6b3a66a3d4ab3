import { vi } from 'vitest';

interface JoinPayload {
  config?: { postgres_changes: Wish[] };
  access_token?: string;
}

type Message = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: JoinPayload,
];

interface Wish {
  event: string;
  schema: string;
  table: string;
  filter?: string;
}

/** A channel that the page has joined. */
interface JoinedChannel {
  topic: string;
  joinRef: string | null;
  /** The access token of the join. */
  token: string | undefined;
  wishes: Wish[];
  socket: FakeSocket;
}

interface Change {
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  table: string;
  record?: object;
  old_record?: object;
}

const ID = 1;

const SESSION_ENDED = 'Session from session_id claim in JWT does not exist';

/** A socket that never opens. */
export class SilentSocket extends EventTarget {
  readyState = 0;
  send(): void {}
  close(): void {
    this.readyState = 3;
  }
}

/** A WebSocket connected to the fake realtime service. */
class FakeSocket extends EventTarget {
  static service: FakeRealtime;
  readonly url: string;
  binaryType = 'arraybuffer';
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; wasClean: boolean; reason: string }) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    queueMicrotask(() => FakeSocket.service.connect(this));
  }

  send(text: string): void {
    const message: Message = JSON.parse(text);
    queueMicrotask(() => FakeSocket.service.receive(this, message));
  }

  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    FakeSocket.service.leave(this);
    queueMicrotask(() => this.onclose?.({ code, wasClean: code === 1000, reason: '' }));
  }

  deliver(...message: [string | null, string | null, string, string, object]): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** The realtime service as the page sees it. */
class FakeRealtime {
  /** The joined channels. */
  channels: JoinedChannel[] = [];
  /** The number of joins. */
  joins = 0;
  /** The number of joins refused because the session had ended. */
  refusals = 0;
  /** Tokens of sessions that have ended. */
  readonly #ended = new Set<string | undefined>();
  /** Whether connections are accepted. */
  reachable = true;
  readonly #sockets = new Set<FakeSocket>();

  connect(socket: FakeSocket): void {
    if (socket.readyState !== 0) return;
    if (!this.reachable) {
      socket.close(1006);
      return;
    }
    socket.readyState = 1;
    this.#sockets.add(socket);
    socket.onopen?.();
  }

  receive(socket: FakeSocket, [joinRef, ref, topic, event, payload]: Message): void {
    if (socket.readyState !== 1) return;
    const reply = (response: object) =>
      socket.deliver(joinRef, ref, topic, 'phx_reply', { status: 'ok', response });
    if (event === 'phx_join') {
      const { config, access_token: token } = payload;
      if (this.#ended.has(token)) {
        this.refusals += 1;
        const response = { reason: `Unauthorized: ${SESSION_ENDED}` };
        socket.deliver(joinRef, ref, topic, 'phx_reply', { status: 'error', response });
        return;
      }
      const wishes = config?.postgres_changes ?? [];
      this.channels.push({ topic, joinRef, token, wishes, socket });
      this.joins += 1;
      reply({ postgres_changes: wishes.map((wish) => Object.assign(wish, { id: ID })) });
      if (wishes.length > 0) this.#say(socket, joinRef, topic, 'ok', 'Subscribed to PostgreSQL');
    } else if (event === 'phx_leave') {
      this.channels = this.channels.filter((channel) => channel.joinRef !== joinRef);
      reply({});
      socket.deliver(joinRef, ref, topic, 'phx_close', {});
    } else if (event === 'heartbeat') {
      reply({});
    }
  }

  leave(socket: FakeSocket): void {
    this.#sockets.delete(socket);
    this.channels = this.channels.filter((channel) => channel.socket !== socket);
  }

  /** The channels that listen to a table. */
  listeningTo(table: string): JoinedChannel[] {
    return this.channels.filter(({ wishes }) => wishes.some((wish) => wish.table === table));
  }

  /** Sends a change to every channel that listens to its table. */
  change({ type, table, record = {}, old_record = {} }: Change): void {
    for (const { socket, topic, wishes } of this.listeningTo(table)) {
      if (!wishes.some(({ event }) => ['*', type].includes(event))) continue;
      const columns = Object.keys(record).map((name) => ({ name, type: 'text' }));
      const data = { schema: 'public', table, type, columns, record, old_record, errors: null };
      socket.deliver(null, null, topic, 'postgres_changes', { ids: [ID], data });
    }
  }

  /** The channels of a topic. */
  inTopic(topic: string): JoinedChannel[] {
    return this.channels.filter((channel) => channel.topic === `realtime:${topic}`);
  }

  /** Sends a message to a topic, and says that reads because of it need not be spread. */
  broadcast(topic: string, event: string, payload: object, meta: object = { spread_ms: 0 }): void {
    for (const { socket, topic: name } of this.inTopic(topic)) {
      socket.deliver(null, null, name, 'broadcast', { type: 'broadcast', event, payload, meta });
    }
  }

  /** Sends an error about the subscription to every channel. */
  refuse(message: string): void {
    for (const { socket, joinRef, topic } of this.channels) {
      this.#say(socket, joinRef, topic, 'error', message);
    }
  }

  /** Ends the session of an access token, as signing out elsewhere does. */
  endSession(token: string, { isSaid = true } = {}): void {
    this.#ended.add(token);
    if (!isSaid) return;
    this.refuse(SESSION_ENDED);
    this.close();
  }

  /** Closes all channels as the server does, so that realtime-js does not join again. */
  close(): void {
    for (const { socket, joinRef, topic } of this.channels.splice(0)) {
      socket.deliver(joinRef, null, topic, 'phx_close', {});
    }
  }

  /** Interrupts all connections. */
  drop(): void {
    for (const socket of this.#sockets) socket.close(1006);
  }

  #say(socket: FakeSocket, joinRef: string | null, topic: string, status: string, message: string) {
    socket.deliver(joinRef, null, topic, 'system', {
      extension: 'postgres_changes',
      status,
      message,
      channel: topic,
    });
  }
}

/** Replaces WebSocket by a fake realtime service. Call this before a page opens. */
export function fakeRealtime(): FakeRealtime {
  FakeSocket.service = new FakeRealtime();
  vi.stubGlobal('WebSocket', FakeSocket);
  return FakeSocket.service;
}
