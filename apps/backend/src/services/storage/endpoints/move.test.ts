import { expect, it } from 'vitest';
import { denied, errorOf, missing } from '../fixtures/expected-errors.ts';
import { ann, bob, newKey, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

const move = (
  who: string | null,
  sourceKey: string,
  destinationKey: string,
  more: Record<string, unknown> = {},
) => storage.post(who, '/object/move', { bucketId: 'clips', sourceKey, destinationKey, ...more });

const statusOf = async (key: string, who = ann) =>
  (await storage.fetch(who, `/object/clips/${key}`)).status;

it('a move changes an object’s key and does not move its file', async () => {
  const from = await storage.uploaded();
  const files = await storage.files();
  const to = newKey();
  expect(await (await move(ann, from, to)).json()).toEqual({ message: 'Successfully moved' });
  expect(await statusOf(from)).toBe(400);
  const back = await storage.fetch(ann, `/object/clips/${to}`);
  expect(new Uint8Array(await back.arrayBuffer())).toEqual(wav(1000));
  expect(await storage.files()).toEqual(files);
});

it('a move of an object to its own key changes nothing', async () => {
  const key = await storage.uploaded();
  expect((await move(ann, key, key)).status).toBe(200);
  expect(await statusOf(key)).toBe(200);
});

it('a move of another person’s object has the same error whether or not the object exists', async () => {
  const theirs = await storage.uploaded(bob);
  expect(await errorOf(await move(ann, theirs, newKey()))).toEqual(missing);
  expect(await errorOf(await move(null, theirs, newKey()))).toEqual(missing);
  expect(await errorOf(await move(ann, newKey(bob), newKey()))).toEqual(missing);
  expect(await statusOf(theirs, bob)).toBe(200);
});

it('a move to another bucket needs its policies, and the bucket must exist', async () => {
  const from = await storage.uploaded();
  expect(await errorOf(await move(ann, from, from, { destinationBucket: 'logos' }))).toEqual(
    denied,
  );
  const response = await storage.post('operator', '/object/move', {
    bucketId: 'clips',
    sourceKey: from,
    destinationBucket: 'nowhere',
    destinationKey: from,
  });
  expect(await errorOf(response)).toMatchObject({ statusCode: '404' });
});

it.each([
  [`${ann}/../${bob}/x.wav`],
  ['/x.wav'],
  [`${ann}/a\\b.wav`],
  [`${ann}/%2e%2e/x.wav`],
  [`${ann}/a\0b.wav`],
  [`${ann}/${'a'.repeat(1024)}`],
  [''],
])('a move rejects the key %j as source and as destination', async (key) => {
  const from = await storage.uploaded();
  expect(await errorOf(await move(ann, from, key))).toMatchObject({ code: 'InvalidKey' });
  expect(await errorOf(await move(ann, key, newKey()))).toMatchObject({ code: 'InvalidKey' });
  expect(await statusOf(from)).toBe(200);
});
