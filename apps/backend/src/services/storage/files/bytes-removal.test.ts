import { expect, it } from 'vitest';
import { linkingLock } from '../../../database/advisory-locks.ts';
import { ann, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

it('objects can be removed and replaced while a backup links them, and their bytes are removed afterwards', async () => {
  const [gone, replaced] = [await storage.uploaded(), await storage.uploaded()];
  const before = await storage.files();
  const { admin } = storage.running.database;
  await admin.begin(async (backup) => {
    await backup`select pg_advisory_xact_lock(${linkingLock})`;
    const removed = await storage.fetch(ann, `/object/clips/${gone}`, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    const response = await storage.upload(ann, `clips/${replaced}`, wav(10), {
      'x-upsert': 'true',
    });
    expect(response.status).toBe(200);
    expect(await storage.files()).toEqual(expect.arrayContaining(before));
  });
  await expect.poll(() => storage.files(), { timeout: 10_000 }).toHaveLength(before.length - 1);
  const now = await storage.fetch(ann, `/object/clips/${replaced}`);
  expect((await now.arrayBuffer()).byteLength).toBe(wav(10).length);
});

it('the bytes of rows that SQL deletes are removed once the transaction is committed', async () => {
  const before = await storage.files();
  const key = await storage.uploaded();
  const { admin } = storage.running.database;
  await admin.begin(async (transaction) => {
    await transaction`delete from storage.objects where name = ${key}`;
    expect(await storage.files()).toHaveLength(before.length + 1);
  });
  await expect.poll(() => storage.files(), { timeout: 10_000 }).toHaveLength(before.length);
});
