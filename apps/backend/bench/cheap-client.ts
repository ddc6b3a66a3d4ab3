import { connect, type Socket } from 'node:net';

/** The size of the buffer that all reads share. */
const READ_BYTES = 1024 * 1024;

interface PendingResponse {
  head: string;
  /** The remaining bytes of the body; undefined until the head has been received. */
  left: number | undefined;
  readonly expected: number;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

/**
 * An HTTP client that uses little processor time: it has one connection, sends requests one after the
 * other, and counts and discards the responses. With a full client the bench would measure the client.
 */
export class CheapClient {
  readonly #socket: Socket;
  readonly #host: string;
  #pending: PendingResponse | undefined;

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin);
    this.#host = host;
    const callback = (size: number, buffer: Uint8Array) => {
      this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, size));
      return true;
    };
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback };
    this.#socket = connect({ host: hostname, port: Number(port), onread, noDelay: true });
    this.#socket.on('error', (cause) => this.#pending?.reject(cause));
  }

  /**
   * Sends a request and waits for its whole response.
   *
   * @param expected the minimum length of the response's body, bytes
   * @throws unless the response is a success with a Content-Length of at least `expected`
   */
  send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | null,
    expected: number,
  ): Promise<void> {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `host: ${this.#host}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body ? [`content-length: ${body.length}`] : []),
    ];
    return new Promise((resolve, reject) => {
      this.#pending = { head: '', left: undefined, expected, resolve, reject };
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (body) this.#socket.write(body);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    const pending = this.#pending;
    if (!pending) return;
    let size = bytes.length;
    if (pending.left === undefined) {
      pending.head += bytes.toString('latin1');
      const end = pending.head.indexOf('\r\n\r\n');
      if (end === -1) return;
      size = pending.head.length - end - 4;
      const head = pending.head.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
      if (!/^HTTP\/1.1 2/.test(head) || !(length >= pending.expected)) {
        pending.reject(new Error(head));
        return;
      }
      pending.left = length;
    }
    pending.left -= size;
    if (pending.left > 0) return;
    this.#pending = undefined;
    pending.resolve();
  }
}
