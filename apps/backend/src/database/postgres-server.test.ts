import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../lib/free-port.ts';
import { startPostgres } from './postgres-server.ts';

let folder: string;
let program: Server;
let takenPort: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-port-'));
  takenPort = await freePort();
  program = createServer().listen(takenPort, '127.0.0.1');
  await once(program, 'listening');
});
afterAll(async () => {
  program.close();
  await rm(folder, { recursive: true, force: true });
});

const start = (findPort: () => Promise<number>) =>
  startPostgres(join(folder, 'postgres'), 'test', () => undefined, { fsync: 'off' }, findPort);

it('starts on another port when a program took the one that was found free', async () => {
  const another = await freePort();
  const ports = [takenPort, another];

  const server = await start(() => Promise.resolve(ports.shift() ?? 0));
  onTestFinished(() => server.stop());

  expect(server.port).toBe(another);
  expect(ports).toEqual([]);
});

it('says why it cannot start when the other port is taken as well', async () => {
  await expect(start(() => Promise.resolve(takenPort))).rejects.toThrow(
    /^PostgreSQL cannot start on .+: could not create any TCP\/IP sockets/,
  );
});
