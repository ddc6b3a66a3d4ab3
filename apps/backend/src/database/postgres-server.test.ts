import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../lib/free-port.ts';
import { availableMemory, memorySettings } from './memory-settings.ts';
import { startPostgres, superuser, type PostgresServer } from './postgres-server.ts';
import { openSession } from './sql.ts';

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

it('takes its memory from the machine, and the operator’s settings from a file beside its folder', async () => {
  const read = async (server: PostgresServer) => {
    const url = `postgres://${superuser}:test@127.0.0.1:${server.port}/postgres`;
    const sql = await openSession(url, { name: 'test' });
    const rows = await sql<{ name: string; setting: string }[]>`
      select name, current_setting(name) as setting from pg_settings
      where name in ('shared_buffers', 'work_mem', 'listen_addresses') order by name`;
    await sql.end();
    await server.stop();
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  const { shared_buffers: buffers } = memorySettings(availableMemory());
  const inMegabytes = (size = '') =>
    size.endsWith('GB') ? Number.parseInt(size, 10) * 1024 : Number.parseInt(size, 10);
  const found = await read(await start(freePort));
  expect(inMegabytes(found.shared_buffers)).toBe(inMegabytes(buffers));

  const file = join(folder, 'postgresql.conf');
  await writeFile(file, `shared_buffers = '144MB'\nwork_mem = '9MB'\nlisten_addresses = '*'\n`);
  onTestFinished(() => rm(file));
  expect(await read(await start(freePort))).toEqual({
    shared_buffers: '144MB',
    work_mem: '9MB',
    listen_addresses: '127.0.0.1',
  });
});

it('says why it cannot start when the other port is taken as well', async () => {
  await expect(start(() => Promise.resolve(takenPort))).rejects.toThrow(
    /^PostgreSQL cannot start on .+: could not create any TCP\/IP sockets/,
  );
});
