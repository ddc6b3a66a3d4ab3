import { stat } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { errorOf } from '../fixtures/expected-errors.ts';
import { ann, newKey, startStorage, wav } from '../fixtures/running-storage.ts';
import { ObjectStore } from '../files/object-store.ts';

const storage = await startStorage();

const copy = (
  who: string | null,
  sourceKey: string,
  destinationKey: string,
  headers: Record<string, string> = {},
) =>
  storage.fetch(who, '/object/copy', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ bucketId: 'clips', sourceKey, destinationKey }),
  });

const bytesOf = async (key: string, who = ann) => {
  const response = await storage.fetch(who, `/object/clips/${key}`);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
};

it('a copy is another object with the same bytes and metadata', async () => {
  const from = newKey();
  await storage.upload(ann, `clips/${from}`, wav(1000), {
    'x-metadata': Buffer.from('{"take":3}').toString('base64'),
  });
  const to = newKey();
  expect(await (await copy(ann, from, to)).json()).toMatchObject({
    Key: `clips/${to}`,
    name: to,
    owner_id: ann,
    metadata: { mimetype: 'audio/wav', cacheControl: 'max-age=60', size: 1044 },
    user_metadata: { take: 3 },
  });
  await storage.fetch(ann, `/object/clips/${from}`, { method: 'DELETE' });
  expect(await bytesOf(from)).toBeNull();
  expect(await bytesOf(to)).toEqual(wav(1000));
});

it('a copy is a hard link to the same bytes', async () => {
  const from = await storage.uploaded();
  const before = await storage.files();
  await copy(ann, from, newKey());
  const links = await Promise.all((await storage.files()).map((path) => stat(path)));
  expect(links).toHaveLength(before.length + 1);
  expect(links.filter(({ nlink }) => nlink === 2)).toHaveLength(2);
});

it('a copy replaces an object only with x-upsert, and removes the old bytes', async () => {
  const [from, to] = [await storage.uploaded(), await storage.uploaded(ann, wav(10))];
  const files = await storage.files();
  expect(await errorOf(await copy(ann, from, to))).toMatchObject({ code: 'KeyAlreadyExists' });
  expect((await bytesOf(to))?.length).toBe(54);
  expect((await copy(ann, from, to, { 'x-upsert': 'true' })).status).toBe(200);
  expect(await bytesOf(to)).toEqual(wav(1000));
  expect(await storage.files()).toHaveLength(files.length);
});

it('a copy of an object onto itself keeps the object', async () => {
  const key = await storage.uploaded();
  expect((await copy(ann, key, key, { 'x-upsert': 'true' })).status).toBe(200);
  expect(await bytesOf(key)).toEqual(wav(1000));
});

it('a copy cannot replace the object’s metadata', async () => {
  const from = await storage.uploaded();
  const response = await storage.post(ann, '/object/copy', {
    bucketId: 'clips',
    sourceKey: from,
    destinationKey: newKey(),
    copyMetadata: false,
    metadata: { mimetype: 'text/html' },
  });
  expect(await errorOf(response)).toMatchObject({ code: 'InvalidRequest' });
});

it('a copy of an object that is replaced during the copy has the new bytes', async () => {
  const [from, to] = [await storage.uploaded(), newKey()];
  const duplicate = vi
    .spyOn(ObjectStore.prototype, 'duplicate')
    .mockImplementationOnce(async () => {
      await storage.upload(ann, `clips/${from}`, wav(10), { 'x-upsert': 'true' });
      return null;
    });
  expect((await copy(ann, from, to)).status).toBe(200);
  expect((await bytesOf(to))?.length).toBe(54);
  duplicate.mockRestore();
});
