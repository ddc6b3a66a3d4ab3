import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface LineOptions {
  /** In each direction, for all connections together. */
  bytesPerSecond: number;
  /** How long an answer takes to begin, ms. */
  delay: number;
}

/** A connection to a server that can be as slow as a phone's. */
export interface SlowLine {
  /** The server's address through this line. */
  readonly url: string;
  /** Whether the line is slow; at first it is not. */
  isSlow: boolean;
  close: () => Promise<void>;
}

/** The size of a packet on the way, bytes. Connections take turns after each. */
const PACKET = 1460;
/** How much of a connection's data the line takes in ahead, bytes: a browser sees an upload's progress by what is taken. */
const BUFFER = 64_000;

/** One direction of a line, which all connections share. */
class Direction {
  readonly #bytesPerSecond: number;
  /** When the last packet that has been given to it will have passed, ms. */
  #freeAt = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Waits for a packet's turn. */
  async pass(bytes: number): Promise<void> {
    const begins = Math.max(performance.now(), this.#freeAt);
    this.#freeAt = begins + (bytes / this.#bytesPerSecond) * 1000;
    await sleep(Math.max(0, this.#freeAt - performance.now()));
  }
}

/**
 * Opens a line to a server: a TCP proxy, so that the requests of pages, workers and service workers and
 * the frames of sockets pass through it alike, which Chromium's own emulation does not do.
 */
export async function openSlowLine(
  target: string,
  { bytesPerSecond, delay }: LineOptions,
): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const up = new Direction(bytesPerSecond);
  const down = new Direction(bytesPerSecond);
  const sockets = new Set<Socket>();

  /** Passes on what comes from one socket to another, in its order. */
  const pass = (from: Socket, to: Socket, direction: Direction, delay: number) => {
    let sent = Promise.resolve();
    let waiting = 0;
    // What is on its way while answers are delayed is not waiting.
    const most = BUFFER + (delay / 1000) * bytesPerSecond;
    const then = (work: () => Promise<void> | void) => {
      // A connection that has been closed meanwhile needs nothing more.
      sent = sent.then(work).catch(() => undefined);
    };
    from.on('data', (chunk: Buffer) => {
      const due = performance.now() + (line.isSlow ? delay : 0);
      waiting += chunk.length;
      if (waiting > most) from.pause();
      then(async () => {
        await sleep(Math.max(0, due - performance.now()));
        for (let at = 0; at < chunk.length; at += PACKET) {
          const packet = chunk.subarray(at, at + PACKET);
          if (line.isSlow) await direction.pass(packet.length);
          if (!to.destroyed) to.write(packet);
        }
        waiting -= chunk.length;
        if (waiting <= most) from.resume();
      });
    });
    from.on('end', () => then(() => void to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    sockets.add(from);
  };

  const server = createServer((browser) => {
    const backend = connect(Number(port), hostname);
    pass(browser, backend, up, 0);
    pass(backend, browser, down, delay);
  });
  const line: SlowLine = {
    url: '',
    isSlow: false,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The line has no port.');
  return Object.assign(line, { url: `http://127.0.0.1:${bound.port}` });
}
