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

/** As many as make naming them take a while. */
const COUNT = 3000;

let folder: string;
let backend: TestBackend;
let sql: Sql;

/** Writes the files of rows that are already there. */
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
  await sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'voice-drops', 'library/' || n || '.wav', gen_random_uuid(), jsonb_build_object(
      'eTag', '"' || n || '"', 'size', length('library/' || n || '.wav'), 'mimetype', 'audio/wav',
      'cacheControl', 'no-cache', 'lastModified', '2026-01-01T00:00:00Z',
      'contentLength', length('library/' || n || '.wav'), 'httpStatusCode', 200)
    from generate_series(1, ${COUNT}) as n`;
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

/** A request of the operator. Whom a lock keeps waiting until the backup is over waits in vain: the backup waits for the answer. */
const ask = (server: TestBackend, method: string, name: string, body?: string) =>
  fetch(`${server.url}/storage/v1/object/voice-drops/${name}`, {
    method,
    headers: {
      apikey: server.secretKey,
      ...(body !== undefined && { 'content-type': 'audio/wav' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(20_000),
  });

const clip = `RIFF\0\0\0\0WAVEfmt ${randomUUID()}`;

it('while a backup names thousands of objects, uploads and removals go on, and what it restores is whole', async () => {
  const { link } = fs;
  const statuses: number[] = [];
  vi.spyOn(fs, 'link').mockImplementationOnce(async (...paths) => {
    const answers = [
      await ask(backend, 'POST', 'library/new.wav', clip),
      await ask(backend, 'PUT', 'library/1.wav', clip),
    ];
    for (let n = 2; n <= 50; n += 1) {
      answers.push(await ask(backend, 'DELETE', `library/${n}.wav`));
    }
    statuses.push(...answers.map(({ status }) => status));
    await link(...paths);
  });
  syncBuiltinESMExports();
  const archive = join(folder, 'kept.tar');
  await backUp(backend.dataDir, archive, 'Undertone');
  expect(statuses).toEqual(Array.from({ length: 51 }, () => 200));

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
    for (const name of ['library/1.wav', 'library/50.wav']) {
      expect(await (await ask(restored, 'GET', name)).text()).toBe(name);
    }
    expect((await ask(restored, 'GET', 'library/new.wav')).status).toBe(400);
  } finally {
    await restored.stop();
  }

  expect(await (await ask(backend, 'GET', 'library/new.wav')).text()).toBe(clip);
  expect(await (await ask(backend, 'GET', 'library/1.wav')).text()).toBe(clip);
  const stored = async () =>
    (await readdir(join(backend.dataDir, 'objects'), { recursive: true })).filter((name) =>
      name.includes('.'),
    );
  await expect.poll(stored, { timeout: 10_000 }).toHaveLength(COUNT + 1 - 49);
}, 120_000);
