import { once } from 'node:events';

/** A log entry or an uncaught error of the page. */
export interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string | null;
}

/** A message from the browser: the response to a command, or the subscribed event. */
type Message =
  | { type: 'success'; id: number }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: 'log.entryAdded'; params: LogEntry };

/** A WebDriver BiDi connection (https://w3c.github.io/webdriver-bidi). */
export class BidiConnection {
  readonly #socket: WebSocket;
  /** Resolvers of the responses, by the id of the command. */
  readonly #pending = new Map<number, PromiseWithResolvers<string>>();
  #lastId = 0;

  private constructor(socket: WebSocket, onLog: (entry: LogEntry) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const text = String(data);
      const message: Message = JSON.parse(text);
      if (message.type === 'event') {
        onLog(message.params);
        return;
      }
      const id = message.id ?? 0;
      if (message.type === 'success') this.#pending.get(id)?.resolve(text);
      else this.#pending.get(id)?.reject(new Error(`${message.error}: ${message.message}`));
      this.#pending.delete(id);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser is gone.'));
      this.#pending.clear();
    });
  }

  /** Connects, starts a session and subscribes to log entries. */
  static async open(url: string, onLog: (entry: LogEntry) => void): Promise<BidiConnection> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const connection = new BidiConnection(socket, onLog);
    await connection.send('session.new', { capabilities: {} });
    await connection.send('session.subscribe', { events: ['log.entryAdded'] });
    return connection;
  }

  /** Sends a command. @throws with the browser's error code and message */
  async send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<string>();
    this.#pending.set(id, pending);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result }: { result: Result } = JSON.parse(await pending.promise);
    return result;
  }

  close(): void {
    this.#socket.close();
  }
}
