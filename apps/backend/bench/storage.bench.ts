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
import { signUp } from './account.ts';
import { CheapClient } from './cheap-client.ts';
import { machine } from './machine.ts';
import { measureTree } from './process-tree.ts';

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

interface Speed {
  readonly name: string;
  /** MB/s over the median round. */
  readonly median: number;
}

interface StorageBench {
  readonly machine: string;
  readonly speeds: readonly Speed[];
  /** The memory of the backend with PostgreSQL, MiB, with shared pages counted once. */
  readonly memory: { readonly idle: number; readonly after: number; readonly slowReaders: number };
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

/** The memory of a process and its descendants, MiB, with shared pages counted once. */
const memoryOf = async (pid: number | undefined): Promise<number> =>
  ((await measureTree(pid))?.proportional ?? 0) / 1024 / 1024;

async function time(subjects: readonly Subject[]): Promise<Speed[]> {
  const times = new Map(subjects.map((subject) => [subject, [] as number[]]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const subject of subjects) {
      await subject.prepare?.();
      const start = performance.now();
      await subject.run();
      if (round >= WARM_UP_ROUNDS) times.get(subject)!.push((performance.now() - start) / 1000);
    }
  }
  return subjects.map((subject) => {
    const { name, bytes } = subject;
    const sorted = times.get(subject)!.sort((a, b) => a - b);
    return { name, median: bytes / 1e6 / sorted[Math.floor(sorted.length / 2)]! };
  });
}

/** Requests the clip on many connections without reading it. @returns the backend's memory, MiB */
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
  const memory = await memoryOf(pid);
  for (const socket of sockets) socket.destroy();
  return memory;
}

/** Starts a backend of its own on this project, measures, and removes it. */
async function benchStorage(): Promise<StorageBench> {
  const backend = await startBackend();
  const { pid } = backend.process;
  try {
    const { id, accessToken } = await signUp(backend, 'speaker');
    const path = `voice-drops/${id}/1-voice-drop.wav`;
    const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
    const bytes = clip();
    const object = `/storage/v1/object/${path}`;
    const client = new CheapClient(backend.url);
    const clients = Array.from({ length: AT_ONCE }, () => new CheapClient(backend.url));
    const ofOne = (index: number) => object.replace('1-', `${index + 1}-`);
    const file = join(backend.dataDir, 'plain-file');
    const idle = await memoryOf(pid);
    const part = bytes.length - RANGE_START;
    const wav = { ...headers, 'content-type': 'audio/wav' };
    const range = { ...headers, range: `bytes=${RANGE_START}-` };
    const readPlain = async () => {
      const handle = await open(file);
      await handle.read(Buffer.alloc(part), 0, part, RANGE_START);
      await handle.close();
    };
    const download = () => client.send('GET', object, range, null, part);
    const speeds = await time([
      {
        name: 'plain file: write, fsync',
        bytes: bytes.length,
        run: async () => {
          await rm(file, { force: true });
          await writeFile(file, bytes, { flush: true });
        },
      },
      {
        name: 'upload',
        bytes: bytes.length,
        run: () => client.send('PUT', object, wav, bytes, 1),
      },
      {
        name: `${AT_ONCE} uploads at once`,
        bytes: AT_ONCE * bytes.length,
        run: () => Promise.all(clients.map((each, n) => each.send('PUT', ofOne(n), wav, bytes, 1))),
      },
      { name: 'plain file: read of the range', bytes: part, run: readPlain },
      { name: 'ranged download', bytes: part, run: download },
    ]);
    const stored = await storedFiles(backend);
    const fromDisk = (...paths: string[]) => ({ prepare: async () => paths.map(evict) });
    if ([file, ...stored].every(evict)) {
      speeds.push(
        ...(await time([
          {
            name: 'plain file: read from the disk',
            bytes: part,
            run: readPlain,
            ...fromDisk(file),
          },
          { name: 'download from the disk', bytes: part, run: download, ...fromDisk(...stored) },
          {
            name: `${AT_ONCE} ranged downloads at once`,
            bytes: AT_ONCE * part,
            run: () =>
              Promise.all(clients.map((each) => each.send('GET', object, range, null, part))),
          },
        ])),
      );
    }
    for (const each of [client, ...clients]) each.close();
    const after = await memoryOf(pid);
    const slowReaders = await memoryWithSlowReaders(backend, path, headers);
    return {
      machine: machine(),
      speeds,
      memory: { idle, after, slowReaders },
    };
  } finally {
    await backend.stop();
  }
}

function print({ machine, speeds, memory }: StorageBench): void {
  console.log(machine);
  console.log(`${(CLIP_BYTES / 1e6).toFixed(1)} MB, ${ROUNDS} rounds\n`);
  console.log('                                    MB/s    of the plain file');
  let plain = 0;
  for (const { name, median } of speeds) {
    const isPlain = name.startsWith('plain');
    if (isPlain) plain = median;
    const share = isPlain ? '' : `${((100 * median) / plain).toFixed(0)} %`;
    console.log(`${name.padEnd(30)}${median.toFixed(0).padStart(10)}${share.padStart(21)}`);
  }
  const { idle, after, slowReaders } = memory;
  console.log(
    `\nmemory, PostgreSQL included: ${idle.toFixed(0)} MiB idle, ${after.toFixed(0)} MiB after, ` +
      `${slowReaders.toFixed(0)} MiB while ${SLOW_READERS} clients request the clip and do not read it`,
  );
}

if (import.meta.main) print(await benchStorage());
