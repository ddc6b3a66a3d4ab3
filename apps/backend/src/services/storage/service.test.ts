import { describe, expect, it } from 'vitest';
import { errorOf } from './fixtures/expected-errors.ts';
import { ann, startStorage } from './fixtures/running-storage.ts';

const storage = await startStorage();

describe('a list of buckets', () => {
  it('has the buckets that the caller’s policies allow', async () => {
    const buckets = await (await storage.fetch(ann, '/bucket')).json();
    expect(buckets).toEqual([
      expect.objectContaining({ id: 'clips', public: false, file_size_limit: 1_000_000 }),
    ]);
    expect(await (await storage.fetch('operator', '/bucket')).json()).toHaveLength(3);
    expect(await (await storage.fetch(ann, '/bucket/clips')).json()).toMatchObject({
      name: 'clips',
    });
    expect(await errorOf(await storage.fetch(ann, '/bucket/drops'))).toMatchObject({
      code: 'NoSuchBucket',
    });
  });
});

describe('a feature that is not served', () => {
  it.each([
    ['POST', '/bucket'],
    ['DELETE', '/bucket/clips'],
    ['POST', '/bucket/clips/empty'],
    ['POST', '/object/list-v2/clips'],
    ['GET', '/render/image/public/logos/a.png'],
    ['GET', '/render/image/authenticated/clips/a.png'],
    ['POST', '/upload/resumable/'],
    ['PATCH', '/upload/resumable/sign/1'],
    ['DELETE', '/cdn/clips/a.wav'],
    ['GET', '/s3/clips'],
    ['POST', '/vector/CreateIndex'],
    ['GET', '/iceberg/v1/config'],
    ['GET', '/elsewhere'],
  ])('is rejected by name: %s %s', async (method, path) => {
    expect(await errorOf(await storage.fetch('operator', path, { method }))).toMatchObject({
      status: 400,
      code: 'NotSupported',
    });
  });
});

it('the names of stored files consist of ids only', async () => {
  await storage.uploaded();
  for (const file of await storage.files()) {
    expect(file).toMatch(/\/objects\/[0-9a-f]{2}\/[0-9a-f-]{36}\.[0-9a-f-]{36}$/);
  }
});
