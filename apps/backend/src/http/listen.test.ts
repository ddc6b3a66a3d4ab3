import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { drain, listen, type ConnectionLimits } from './listen.ts';

const generous: ConnectionLimits = {
  headers: 60_000,
  request: 60_000,
  silence: 60_000,
  keepAlive: 60_000,
  checkEvery: 20,
};

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const portOf = (): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};

const start = async (
  answer: (request: Request) => Response | Promise<Response>,
  limits: Partial<ConnectionLimits> = {},
): Promise<void> => {
  server = await listen(answer, '127.0.0.1', 0, undefined, { ...generous, ...limits });
};

/** Sends a text on a new connection. @returns the socket, and the response once the connection is closed */
const send = (text: string): { socket: Socket; closed: Promise<string> } => {
  const socket = connect(portOf(), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // A reset by the server ends the connection like a close.
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, closed: once(socket, 'close').then(() => answer) };
};

const head = 'POST / HTTP/1.1\r\nhost: here\r\n';

describe('a client', () => {
  it('gets 408 and is cut off if it does not finish its headers', async () => {
    await start(() => new Response('never'), { headers: 50 });
    expect(await send(`${head}x-slow: `).closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('gets 408 and is cut off if it does not finish its body', async () => {
    const read = Promise.withResolvers<string>();
    await start(
      async (request) => {
        await request.text().then(read.resolve, read.reject);
        return new Response('never');
      },
      { request: 50, headers: 50 },
    );
    const { closed } = send(`${head}content-length: 10\r\n\r\nhalf`);
    const outcome = await read.promise.catch(() => 'cut off');
    expect(outcome).toBe('cut off');
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is cut off if it does not read its response', async () => {
    const cancelled = Promise.withResolvers<void>();
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => cancelled.resolve(),
      });
    await start(() => new Response(endless()), { silence: 100 });
    const { socket } = send(`${head}content-length: 0\r\n\r\n`);
    socket.pause();
    await expect(cancelled.promise).resolves.toBeUndefined();
    socket.destroy();
  });

  it('is served while others are slow', async () => {
    await start(() => new Response('served'), { headers: 60_000 });
    const slow = Array.from({ length: 50 }, () => send(head));
    expect(await (await fetch(`http://127.0.0.1:${portOf()}`)).text()).toBe('served');
    for (const { socket } of slow) socket.destroy();
  });
});

describe('draining', () => {
  it('lets open requests finish, accepts no new ones, and waits for no idle connection', async () => {
    const arrived = Promise.withResolvers<void>();
    await start(async (request) => {
      if (request.headers.get('content-length') === '8') arrived.resolve();
      return new Response(`got ${await request.text()}`);
    });
    const port = portOf();
    const idle = send(`${head}content-length: 0\r\n\r\n`);
    await once(idle.socket, 'data');
    const upload = send(`${head}content-length: 8\r\n\r\nhalf`);
    await arrived.promise;

    const drained = drain(server, 60_000);
    await idle.closed;
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
    upload.socket.write('more');
    expect(await upload.closed).toContain('got halfmore');
    await drained;
  });

  it('cuts off requests that take longer than the grace period', async () => {
    const arrived = Promise.withResolvers<void>();
    await start(() => {
      arrived.resolve();
      return new Promise<Response>(() => undefined);
    });
    const stuck = send(`${head}content-length: 0\r\n\r\n`);
    await arrived.promise;
    await drain(server, 50);
    expect(await stuck.closed).toBe('');
  });
});
