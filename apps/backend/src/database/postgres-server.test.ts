import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../lib/free-port.ts';
import { startPostgres } from './postgres-server.ts';

vi.mock(import('../lib/free-port.ts'), { spy: true });

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

it('starts on another port when a program took the one that was found free', async () => {
  vi.mocked(freePort).mockResolvedValueOnce(takenPort);

  const server = await startPostgres(join(folder, 'postgres'), 'test', () => undefined, {
    fsync: 'off',
  });
  onTestFinished(() => server.stop());

  expect(server.port).not.toBe(takenPort);
});

it('says why it cannot start when the other port is taken as well', async () => {
  vi.mocked(freePort).mockResolvedValueOnce(takenPort).mockResolvedValueOnce(takenPort);

  const start = startPostgres(join(folder, 'postgres'), 'test', () => undefined);

  await expect(start).rejects.toThrow(
    /^PostgreSQL cannot start on .+: could not create any TCP\/IP sockets/,
  );
});
