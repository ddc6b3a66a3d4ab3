import { randomUUID } from 'node:crypto';
import fs, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openSession, type Sql } from '../../database/sql.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

/** More objects than are uploaded, replaced and removed during a backup. */
const COUNT = 400;

let folder: string;
let backend: TestBackend;
let sql: Sql;

/** The name of an object: WAV and MP3 alternate. */
const nameOf = (n: number): string => `clips/${n}.${n % 2 === 0 ? 'mp3' : 'wav'}`;
const typeOf = (name: string): string => (name.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav');

/** Writes the files of existing rows. */
async function writeBytes(rows: readonly { id: string; version: string; name: string }[]) {
  const objects = join(backend.dataDir, 'objects');
  const shards = new Set(rows.map(({ id }) => id.slice(0, 2)));
  for (const shard of shards) await mkdir(join(objects, shard), { recursive: true });
  for (const { id, version, name } of rows) {
    await writeFile(join(objects, id.slice(0, 2), `${id}.${version}`), name);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-back-up-'));
  backend = await startBackend();
  sql = await openSession(backend.databaseUrl, { name: 'test' });
  // A bucket that does not read what it stores: these files consist of little more than their names.
  await sql`insert into storage.buckets (id, name) values ('library', 'library')`;
  const names = Array.from({ length: COUNT }, (_, index) => nameOf(index + 1));
  await sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'library', name, gen_random_uuid(), jsonb_build_object(
      'eTag', '"' || name || '"', 'size', length(name), 'mimetype', type,
      'cacheControl', 'no-cache', 'lastModified', '2026-01-01T00:00:00Z',
      'contentLength', length(name), 'httpStatusCode', 200)
    from unnest(${names}::text[], ${names.map(typeOf)}::text[]) as clips (name, type)`;
  await writeBytes(
    await sql<{ id: string; version: string; name: string }[]>`
      select id, version, name from storage.objects`,
  );
}, 120_000);
afterAll(async () => {
  await sql.end();
  await backend.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Sends a request of the operator. The backup waits for the response, so that a lock held until the backup ends would block it forever. */
const ask = (server: TestBackend, method: string, name: string, body?: string) =>
  fetch(`${server.url}/storage/v1/object/library/${name}`, {
    method,
    headers: {
      apikey: server.secretKey,
      ...(body !== undefined && { 'content-type': typeOf(name) }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  });

/** The content that is uploaded to these names while the backup runs: the beginnings of a WAV and an MP3. */
const uploads = {
  'clips/new.wav': `RIFF\0\0\0\0WAVEfmt ${randomUUID()}`,
  'clips/new.mp3': `ID3\u{4}\0\0\0\0\u{1}\0 ${randomUUID()}`,
};
/** The content that replaces the first two objects. */
const replacements = {
  [nameOf(1)]: uploads['clips/new.wav'],
  [nameOf(2)]: uploads['clips/new.mp3'],
};

it('a backup of hundreds of objects stops no uploads and removals, and restores consistently', async () => {
  const { link } = fs;
  const statuses: number[] = [];
  vi.spyOn(fs, 'link').mockImplementationOnce(async (...paths) => {
    const answers: Response[] = [];
    for (const [name, clip] of Object.entries(uploads)) {
      answers.push(await ask(backend, 'POST', name, clip));
    }
    for (const [name, clip] of Object.entries(replacements)) {
      answers.push(await ask(backend, 'PUT', name, clip));
    }
    for (let n = 3; n <= 50; n += 1) answers.push(await ask(backend, 'DELETE', nameOf(n)));
    statuses.push(...answers.map(({ status }) => status));
    await link(...paths);
  });
  syncBuiltinESMExports();
  const archive = join(folder, 'kept.tar');
  await backUp(backend.dataDir, archive, 'Undertone');
  expect(statuses).toEqual(Array.from({ length: 52 }, () => 200));

  const dataDir = join(folder, 'restored');
  await mkdir(dataDir);
  await restore(dataDir, archive, { product: 'Undertone' });
  const restored = await startBackend({ dataDir });
  try {
    const there = await openSession(restored.databaseUrl, { name: 'test' });
    const rows = await there<{ id: string; version: string; name: string }[]>`
      select id, version, name from storage.objects`;
    await there.end();
    expect(rows).toHaveLength(COUNT);
    for (const { id, version, name } of rows) {
      const file = join(dataDir, 'objects', id.slice(0, 2), `${id}.${version}`);
      expect(await readFile(file, 'utf8')).toBe(name);
    }
    for (const name of [nameOf(1), nameOf(2), nameOf(49), nameOf(50)]) {
      const response = await ask(restored, 'GET', name);
      expect(response.headers.get('content-type')).toBe(typeOf(name));
      expect(await response.text()).toBe(name);
    }
    for (const name of Object.keys(uploads)) {
      expect((await ask(restored, 'GET', name)).status).toBe(400);
    }
  } finally {
    await restored.stop();
  }

  for (const [name, clip] of Object.entries({ ...uploads, ...replacements })) {
    expect(await (await ask(backend, 'GET', name)).text()).toBe(clip);
  }
  const stored = async () =>
    (await readdir(join(backend.dataDir, 'objects'), { recursive: true })).filter((name) =>
      name.includes('.'),
    );
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(COUNT + 2 - 48);
}, 120_000);

it('a backup contains no rows of unlogged tables, which are empty and writable after the restore', async () => {
  const secret = randomUUID();
  await sql`create unlogged table public.forgotten (word text primary key)`;
  await sql`insert into public.forgotten values (${secret})`;
  // Copying a template first writes all changed pages to the disk, also those of unlogged tables.
  await sql`create database copied template template1 strategy file_copy`;

  const archive = join(folder, 'without-unlogged.tar');
  await backUp(backend.dataDir, archive, 'Undertone');
  expect((await readFile(archive)).includes(secret)).toBe(false);

  const dataDir = join(folder, 'restored-without-unlogged');
  await mkdir(dataDir);
  await restore(dataDir, archive, { product: 'Undertone' });
  const restored = await startBackend({ dataDir });
  try {
    const there = await openSession(restored.databaseUrl, { name: 'test' });
    expect(await there`select word from public.forgotten`).toEqual([]);
    await there`insert into public.forgotten values ('new')`;
    expect(await there`select word from public.forgotten`).toEqual([{ word: 'new' }]);
    await there.end();
  } finally {
    await restored.stop();
  }
}, 120_000);
