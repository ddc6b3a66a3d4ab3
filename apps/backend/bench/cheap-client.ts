import { connect, type Socket } from 'node:net';

/** What is read at once, into the same memory again and again. */
const READ_BYTES = 1024 * 1024;

interface Awaited {
  head: string;
  /** Bytes of the body that are still to come; undefined until the head has told. */
  left: number | undefined;
  readonly expected: number;
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

/**
 * An HTTP client that costs next to nothing: one kept connection, requests one after the other,
 * and what comes back is counted and dropped. A whole one would take as much of the
 * machine as the server, and its own speed would be what is measured.
 */
export class CheapClient {
  readonly #socket: Socket;
  readonly #host: string;
  #awaited: Awaited | undefined;

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin);
    this.#host = host;
    const callback = (size: number, buffer: Uint8Array) => {
      this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, size));
      return true;
    };
    const onread = { buffer: Buffer.alloc(READ_BYTES), callback };
    this.#socket = connect({ host: hostname, port: Number(port), onread, noDelay: true });
    this.#socket.on('error', (cause) => this.#awaited?.reject(cause));
  }

  /**
   * Sends a request and waits for the whole of its answer.
   *
   * @param expected bytes that the answer's body has at least
   * @throws unless it is a success with so many bytes, and says how many those are
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
      this.#awaited = { head: '', left: undefined, expected, resolve, reject };
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (body) this.#socket.write(body);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    const awaited = this.#awaited;
    if (!awaited) return;
    let size = bytes.length;
    if (awaited.left === undefined) {
      awaited.head += bytes.toString('latin1');
      const end = awaited.head.indexOf('\r\n\r\n');
      if (end === -1) return;
      size = awaited.head.length - end - 4;
      const head = awaited.head.slice(0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
      if (!/^HTTP\/1.1 2/.test(head) || !(length >= awaited.expected)) {
        awaited.reject(new Error(head));
        return;
      }
      awaited.left = length;
    }
    awaited.left -= size;
    if (awaited.left > 0) return;
    this.#awaited = undefined;
    awaited.resolve();
  }
}
