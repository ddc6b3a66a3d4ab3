import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface SlowProxyOptions {
  /** Bandwidth of each direction, which all sockets share. */
  bytesPerSecond: number;
  /** Delay of data from the server, in ms. */
  delay: number;
}

/** A TCP proxy that can be as slow as a phone's connection. */
export interface SlowProxy {
  /** The proxy's address. */
  readonly url: string;
  /** Whether the proxy limits delay and bandwidth; initially false. */
  isSlow: boolean;
  close: () => Promise<void>;
}

/** Size of a packet in bytes. Sockets alternate after each packet. */
const PACKET = 1460;
/** Bytes that the proxy buffers per socket. A browser counts buffered bytes as the progress of its upload. */
const BUFFER = 64_000;

/** The bandwidth of one direction. */
class Bandwidth {
  readonly #bytesPerSecond: number;
  /** Time at which all packets so far will have been sent, in ms. */
  #freeAt = 0;

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Waits until a packet may be sent. */
  async take(bytes: number): Promise<void> {
    const begins = Math.max(performance.now(), this.#freeAt);
    this.#freeAt = begins + (bytes / this.#bytesPerSecond) * 1000;
    await sleep(Math.max(0, this.#freeAt - performance.now()));
  }
}

/**
 * Starts a TCP proxy before a server. Requests of pages, workers and service workers and the frames of
 * WebSockets pass through it alike, which Chromium's network emulation does not provide.
 */
export async function startSlowProxy(
  target: string,
  { bytesPerSecond, delay }: SlowProxyOptions,
): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  const up = new Bandwidth(bytesPerSecond);
  const down = new Bandwidth(bytesPerSecond);
  const sockets = new Set<Socket>();

  /** Forwards data from one socket to another in its order. */
  const forward = (from: Socket, to: Socket, bandwidth: Bandwidth, delay: number) => {
    let queue = Promise.resolve();
    let buffered = 0;
    // Delayed data does not count as buffered.
    const limit = BUFFER + (delay / 1000) * bytesPerSecond;
    const enqueue = (work: () => Promise<void> | void) => {
      // A closed socket needs no further work.
      queue = queue.then(work).catch(() => undefined);
    };
    from.on('data', (chunk: Buffer) => {
      const due = performance.now() + (proxy.isSlow ? delay : 0);
      buffered += chunk.length;
      if (buffered > limit) from.pause();
      enqueue(async () => {
        await sleep(Math.max(0, due - performance.now()));
        for (let at = 0; at < chunk.length; at += PACKET) {
          const packet = chunk.subarray(at, at + PACKET);
          // A receiver that has gone takes no bandwidth from the sockets of the next page.
          if (to.destroyed) return;
          if (proxy.isSlow) await bandwidth.take(packet.length);
          to.write(packet);
        }
        buffered -= chunk.length;
        if (buffered <= limit) from.resume();
      });
    });
    from.on('end', () => enqueue(() => void to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      // What has been received is still delivered.
      enqueue(() => to.destroySoon());
    });
    sockets.add(from);
  };

  const server = createServer((browser) => {
    const backend = connect(Number(port), hostname);
    forward(browser, backend, up, 0);
    forward(backend, browser, down, delay);
  });
  const proxy: SlowProxy = {
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
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return Object.assign(proxy, { url: `http://127.0.0.1:${address.port}` });
}
