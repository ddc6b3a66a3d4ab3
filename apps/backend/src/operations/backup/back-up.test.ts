import { randomUUID } from 'node:crypto';
import fs, { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSession, type Sql } from '../../database/sql.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

/** More objects than are uploaded, replaced and removed during a backup. */
const COUNT = 400;

let folder: string;
let backend: TestBackend;
let sql: Sql;
/** The backup that is made while objects are uploaded, replaced and removed, and a backend on it. */
let archive: string;
let restored: TestBackend;
let there: Sql;
/** The statuses of these requests. */
const statuses: number[] = [];
/** What an unlogged table contains. */
const secret = randomUUID();

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
  await sql`create unlogged table public.forgotten (word text primary key)`;
  await sql`insert into public.forgotten values (${secret})`;
  // Copying a template first writes all changed pages to the disk, also those of unlogged tables.
  await sql`create database copied template template1 strategy file_copy`;

  const { link } = fs;
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
  archive = join(folder, 'kept.tar');
  await backUp(backend.dataDir, archive, 'Undertone');
  vi.restoreAllMocks();
  syncBuiltinESMExports();

  const dataDir = join(folder, 'restored');
  await mkdir(dataDir);
  await restore(dataDir, archive, { product: 'Undertone' });
  restored = await startBackend({ dataDir });
  there = await openSession(restored.databaseUrl, { name: 'test' });
}, 120_000);
afterAll(async () => {
  await there.end();
  await restored.stop();
  await sql.end();
  await backend.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a backup of hundreds of objects stops no uploads and removals, and restores consistently', async () => {
  expect(statuses).toEqual(Array.from({ length: 52 }, () => 200));
  const rows = await there<{ id: string; version: string; name: string }[]>`
    select id, version, name from storage.objects`;
  expect(rows).toHaveLength(COUNT);
  for (const { id, version, name } of rows) {
    const file = join(restored.dataDir, 'objects', id.slice(0, 2), `${id}.${version}`);
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

  for (const [name, clip] of Object.entries({ ...uploads, ...replacements })) {
    expect(await (await ask(backend, 'GET', name)).text()).toBe(clip);
  }
  const stored = async () =>
    (await readdir(join(backend.dataDir, 'objects'), { recursive: true })).filter((name) =>
      name.includes('.'),
    );
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(COUNT + 2 - 48);
});

it('a backup contains no rows of unlogged tables, which are empty and writable after the restore', async () => {
  expect((await readFile(archive)).includes(secret)).toBe(false);
  expect(await there`select word from public.forgotten`).toEqual([]);
  await there`insert into public.forgotten values ('new')`;
  expect(await there`select word from public.forgotten`).toEqual([{ word: 'new' }]);
});
