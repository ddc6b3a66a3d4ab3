import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { ann, startStorage, wav } from '../fixtures/running-storage.ts';
import { BytesRemoval, sweepOrphans } from './bytes-removal.ts';
import { ObjectStore } from './object-store.ts';
import { checkWrite, writeObject } from '../objects/write-object.ts';

const storage = await startStorage();

const upload = async (key: string): Promise<void> => {
  const response = await storage.fetch(ann, `/object/clips/${ann}/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: wav(100),
  });
  expect(response.status).toBe(200);
};

const openStore = async () => {
  const folder = join(storage.folder, `store-${crypto.randomUUID()}`);
  await mkdir(folder);
  return { folder, store: await ObjectStore.open(folder) };
};

const sweepAll = (store: ObjectStore) => {
  const { admin } = storage.running.database;
  const removal = new BytesRemoval(admin, store, pino({ level: 'silent' }));
  return sweepOrphans({ admin, store, removal });
};

const receive = (store: ObjectStore, text = 'hello') =>
  store.receive(Readable.from([Buffer.from(text)]), {
    permission: Promise.resolve(),
    sizeLimit: 1000,
    onTooLarge: () => new Error('too large'),
    inspect: () => undefined,
  });

const newId = () => ({ id: crypto.randomUUID(), version: crypto.randomUUID() });

const caller = {
  role: 'authenticated',
  claims: { sub: ann, role: 'authenticated', session_id: ann, aal: 'aal1', exp: 4e9 },
  client: { address: '127.0.0.1', account: ann },
  request: { method: 'POST', path: '/', headers: {} },
} as const;

const write = (key: string, version: string) => ({
  address: { bucket: 'clips', key: `${ann}/${key}` },
  upsert: true,
  version,
  metadata: {},
  userMetadata: null,
});

const rowsOf = (key: string) =>
  storage.running.database.admin`
    select version from storage.objects where name = ${`${ann}/${key}`}`;

it('the sweep removes only the bytes of rows that were deleted by SQL', async () => {
  const { admin } = storage.running.database;
  await upload('gone.wav');
  await upload('kept.wav');
  const before = await storage.files();
  // As while the service is not listening: it removes the bytes of deleted rows itself when it is notified.
  await admin`alter table storage.objects disable trigger user`;
  await admin`delete from storage.objects where name = ${`${ann}/gone.wav`}`;
  await admin`alter table storage.objects enable trigger user`;

  const store = await ObjectStore.open(join(storage.folder, 'objects'));
  expect(await sweepAll(store)).toBe(1);
  expect(await storage.files()).toHaveLength(before.length - 1);
  expect((await storage.fetch(ann, `/object/clips/${ann}/kept.wav`)).status).toBe(200);
});

it('many simultaneous uploads to one key leave one object with one file', async () => {
  const { admin } = storage.running.database;
  const sizes = [10, 20, 30, 40, 50, 60];
  const statuses = await Promise.all(
    sizes.map(async (size) => {
      const response = await storage.fetch(ann, `/object/clips/${ann}/contended.wav`, {
        method: 'PUT',
        headers: { 'content-type': 'audio/wav' },
        body: wav(size),
      });
      return response.status;
    }),
  );
  expect(statuses).toEqual(sizes.map(() => 200));
  await sweepAll(await ObjectStore.open(join(storage.folder, 'objects')));
  const rows = await admin<{ file: string }[]>`
    select left(id::text, 2) || '/' || id || '.' || version as file from storage.objects`;
  const files = await storage.files();
  expect(files).toHaveLength(rows.length);
  for (const { file } of rows) expect(files).toContain(join(storage.folder, 'objects', file));
  const response = await storage.fetch(ann, `/object/clips/${ann}/contended.wav`);
  expect(sizes).toContain((await response.arrayBuffer()).byteLength - 44);
});

it('the sweep does not remove bytes whose row has not been committed yet', async () => {
  const { store } = await openStore();
  const bytes = newId();
  const unprotect = store.protect(bytes.version);
  await store.place(await receive(store), bytes);
  expect(await sweepAll(store)).toBe(0);
  unprotect();
  expect(await sweepAll(store)).toBe(1);
});

it('the store removes unfinished uploads of an earlier process when it opens', async () => {
  const { folder, store } = await openStore();
  await receive(store);
  expect(await readdir(join(folder, 'tmp'))).toHaveLength(1);
  await ObjectStore.open(folder);
  expect(await readdir(join(folder, 'tmp'))).toHaveLength(0);
});

it('the store removes a copy that a crash interrupted, and keeps its source', async () => {
  const { folder, store } = await openStore();
  const source = newId();
  await store.place(await receive(store), source);
  expect(await store.duplicate(source)).not.toBeNull();
  const reopened = await ObjectStore.open(folder);
  expect(await readdir(join(folder, 'tmp'))).toHaveLength(0);
  const handle = await reopened.read(source);
  expect(await handle?.readFile('utf8')).toBe('hello');
  await handle?.close();
  expect(await store.duplicate(newId())).toBeNull();
});

it('the sweep does not remove other files in the folder', async () => {
  const { folder, store } = await openStore();
  await mkdir(join(folder, 'aa'));
  await writeFile(join(folder, 'aa', 'notes.txt'), 'mine');
  expect(await sweepAll(store)).toBe(0);
  expect((await stat(join(folder, 'aa', 'notes.txt'))).size).toBe(4);
});

it('the store rejects ids that are not UUIDs', async () => {
  const { store } = await openStore();
  const received = await receive(store);
  await expect(store.place(received, { id: '../../etc', version: 'passwd' })).rejects.toThrow(
    'UUIDs',
  );
});

it('an upload whose bytes cannot be placed commits no row', async () => {
  const { store } = await openStore();
  const { database } = storage.running;
  const received = await receive(store);
  vi.spyOn(store, 'place').mockRejectedValueOnce(new Error('no space left on device'));
  const { version } = newId();
  await expect(
    writeObject(database, store, caller, received, write('unplaced.wav', version)),
  ).rejects.toThrow('no space');
  expect(await rowsOf('unplaced.wav')).toEqual([]);
  await expect(stat(received.path)).rejects.toThrow('ENOENT');
});

it('an upload whose row is rejected at the commit leaves no bytes', async () => {
  const { folder, store } = await openStore();
  const { database } = storage.running;
  await database.admin.unsafe(`
    create function refuse_late() returns trigger language plpgsql as
      $$ begin raise exception 'not today'; end $$;
    create constraint trigger refuse_late after insert on storage.objects
      deferrable initially deferred for each row
      when (new.name like '%late.wav') execute function refuse_late()`);
  const { version } = newId();
  await expect(
    writeObject(database, store, caller, await receive(store), write('late.wav', version)),
  ).rejects.toThrow('not today');
  expect(await rowsOf('late.wav')).toEqual([]);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toEqual([]);
});

it('an upload whose connection to the database is lost during the commit keeps its bytes until the next start', async () => {
  const { store } = await openStore();
  const { database } = storage.running;
  const { version } = newId();
  const broken: Database = {
    ...database,
    async transactionAs(who, work) {
      await database.transactionAs(who, work);
      throw new Error('write CONNECTION_CLOSED');
    },
  };
  await expect(
    writeObject(broken, store, caller, await receive(store), write('unsure.wav', version)),
  ).rejects.toThrow('CONNECTION_CLOSED');
  expect(await rowsOf('unsure.wav')).toEqual([{ version }]);
  expect(await sweepAll(store)).toBe(0);
});

it('checkWrite rolls its row back', async () => {
  const { version } = newId();
  await checkWrite(storage.running.database, caller, write('checkedWrite.wav', version));
  expect(await rowsOf('checkedWrite.wav')).toEqual([]);
});
