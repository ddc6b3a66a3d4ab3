// node apps/backend/bench/storage.bench.ts
// Megabytes per second through the whole backend, including policies, as a signed-in account: an upload
// of a minute of audio, and the range that a player requests after a seek; then several at once. Each is
// compared with writing (and syncing) or reading the same bytes as a plain file in the same folder,
// alternately in one run. Reads come from the page cache, as for a clip that was just posted, and, if dd
// can evict a file from it, from the disk.
import { spawnSync } from 'node:child_process';
import { open, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp } from './account.ts';
import { CheapClient } from './cheap-client.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { measureMemory } from './process-tree.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

/** A minute of 16-bit mono at 44.1 kHz: 5.3 MB. */
const CLIP_BYTES = 44 + 60 * 44_100 * 2;
const RANGE_START = 1024 * 1024;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 25;
/** Simultaneous uploads or downloads. A single one alternates between the disk and the network. */
const AT_ONCE = 4;
/** The number of connections whose clients do not read. */
const SLOW_READERS = 100;
const SLOW_READERS_MS = 3000;

interface Subject {
  readonly name: string;
  readonly bytes: number;
  /** Runs before each run, and is not timed. */
  readonly prepare?: () => Promise<unknown>;
  readonly run: () => Promise<unknown>;
}

const clip = (): Buffer<ArrayBuffer> => {
  const file = Buffer.alloc(CLIP_BYTES, 'said at night ');
  file.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  return file;
};

/** Evicts a file from the page cache. @returns whether this machine can do that */
const evict = (path: string): boolean =>
  spawnSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' }).status === 0;

/** The paths of the backend's stored files. */
async function storedFiles({ dataDir }: TestBackend): Promise<string[]> {
  const folder = join(dataDir, 'objects');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Times subjects in turns, and compares each with the plain file, which is the first. */
async function time(...subjects: readonly Subject[]): Promise<Rows> {
  const times = subjects.map((): number[] => []);
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [index, { prepare, run }] of subjects.entries()) {
      await prepare?.();
      const start = performance.now();
      await run();
      if (round >= WARM_UP_ROUNDS) times[index]!.push((performance.now() - start) / 1000);
    }
  }
  const speeds = subjects.map(({ bytes }, index) => bytes / 1e6 / median(times[index]!));
  return Object.fromEntries(
    subjects.map(({ name }, index) => [
      name,
      { 'MB/s': speeds[index]!, '% of the plain file': (100 * speeds[index]!) / speeds[0]! },
    ]),
  );
}

/** Requests the clip on many connections without reading it. @returns the backend's memory, MB */
async function memoryWithSlowReaders(
  { url, process: { pid } }: TestBackend,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const { hostname, port, pathname } = new URL(`${url}/storage/v1/object/${path}`);
  const lines = [
    `GET ${pathname} HTTP/1.1`,
    `host: ${hostname}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const sockets = Array.from({ length: SLOW_READERS }, () => {
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  await passes(SLOW_READERS_MS);
  const memory = await measureMemory(pid);
  for (const socket of sockets) socket.destroy();
  return memory;
}

const backend = await startBackend({ env: allocatorSettings });
const { pid } = backend.process;
try {
  const { id, accessToken } = await signUp(backend, 'speaker');
  const path = `voice-drops/${id}/1-voice-drop.wav`;
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  const bytes = clip();
  const object = `/storage/v1/object/${path}`;
  const client = new CheapClient(backend.url);
  const clients = Array.from({ length: AT_ONCE }, () => new CheapClient(backend.url));
  const file = join(backend.dataDir, 'plain-file');
  const idle = await measureMemory(pid);
  const part = bytes.length - RANGE_START;
  const wav = { ...headers, 'content-type': 'audio/wav' };
  const range = { ...headers, range: `bytes=${RANGE_START}-` };
  const readPlain = async () => {
    const handle = await open(file);
    await handle.read(Buffer.alloc(part), 0, part, RANGE_START);
    await handle.close();
  };
  const writePlain = async () => {
    await rm(file, { force: true });
    await writeFile(file, bytes, { flush: true });
  };
  const upload = (each: CheapClient, index: number) =>
    each.send('PUT', object.replace('1-', `${index + 1}-`), wav, bytes, 1);
  const download = (each: CheapClient) => each.send('GET', object, range, null, part);

  const rows = await time(
    { name: 'plain file: write, fsync', bytes: bytes.length, run: writePlain },
    { name: 'upload', bytes: bytes.length, run: () => upload(client, 0) },
    {
      name: `${AT_ONCE} uploads at once`,
      bytes: AT_ONCE * bytes.length,
      run: () => Promise.all(clients.map(upload)),
    },
  );
  Object.assign(
    rows,
    await time(
      { name: 'plain file: read of the range', bytes: part, run: readPlain },
      { name: 'ranged download', bytes: part, run: () => download(client) },
      {
        name: `${AT_ONCE} ranged downloads at once`,
        bytes: AT_ONCE * part,
        run: () => Promise.all(clients.map(download)),
      },
    ),
  );
  const stored = await storedFiles(backend);
  if ([file, ...stored].every(evict)) {
    const fromDisk = (...paths: string[]) => ({ prepare: async () => paths.map(evict) });
    Object.assign(
      rows,
      await time(
        { name: 'plain file: read from the disk', bytes: part, run: readPlain, ...fromDisk(file) },
        {
          name: 'download from the disk',
          bytes: part,
          run: () => download(client),
          ...fromDisk(...stored),
        },
      ),
    );
  }
  for (const each of [client, ...clients]) each.close();
  const after = await measureMemory(pid);
  const slowReaders = await memoryWithSlowReaders(backend, path, headers);
  report(`${(CLIP_BYTES / 1e6).toFixed(1)} MB, medians of ${ROUNDS} rounds`, rows);
  console.log(
    `memory, PostgreSQL included: ${idle.toFixed(0)} MB idle, ${after.toFixed(0)} MB after, ` +
      `${slowReaders.toFixed(0)} MB while ${SLOW_READERS} clients request the clip and do not read it`,
  );
} finally {
  await backend.stop();
}
