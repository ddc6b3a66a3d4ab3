import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';
import { withoutQueue } from '../config/admission.ts';
import { listen } from './listen.ts';
import { TrustedProxies } from '../lib/trusted-proxies.ts';

let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const start = async (proxies = '') => {
  server = await listen(() => new Response('served'), '127.0.0.1', 0);
  limitConnections(server, withoutQueue(4, 2), new TrustedProxies(proxies));
};

/** Sends a request on a new connection, which stays open. @returns the response; empty if the server closed the connection */
const ask = async (localAddress: string): Promise<string> => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  const answered = once(socket, 'data').then(([bytes]) => String(bytes));
  return Promise.race([answered, once(socket, 'close').then(() => '')]);
};

it('A client at its connection limit does not keep others from connecting', async () => {
  await start();
  const greedy = [await ask('127.0.0.2'), await ask('127.0.0.2'), await ask('127.0.0.2')];
  expect(greedy.map((answer) => answer.includes('served'))).toEqual([true, true, false]);
  expect(await ask('127.0.0.3')).toContain('served');
});

it('A closed connection no longer counts', async () => {
  await start();
  await ask('127.0.0.2');
  await ask('127.0.0.2');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => ask('127.0.0.2')).toContain('served');
});

it('A trusted proxy has no connection limit, since it serves many clients', async () => {
  await start('127.0.0.2');
  for (let connection = 0; connection < 4; connection += 1) {
    expect(await ask('127.0.0.2')).toContain('served');
  }
});
