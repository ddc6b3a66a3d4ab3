import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ann, startStorage } from '../fixtures/running-storage.ts';

const storage = await startStorage();

describe('a listing', () => {
  beforeAll(async () => {
    for (const name of ['b.wav', 'A.wav', 'x/1.wav', 'x/2.wav', 'y/z/3.wav']) {
      await storage.upload(ann, `clips/${ann}/list/${name}`);
    }
  });

  const names = async (who: string, body: object) => {
    const response = await storage.post(who, '/object/list/clips', {
      prefix: `${ann}/list`,
      ...body,
    });
    const entries = z.array(z.object({ name: z.string() })).parse(await response.json());
    return entries.map(({ name }) => name);
  };

  it('has the files and folders directly below the prefix, by name', async () => {
    expect(await names(ann, {})).toEqual(['A.wav', 'b.wav', 'x', 'y']);
    expect(await names(ann, { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'y',
      'x',
      'b.wav',
      'A.wav',
    ]);
  });

  it('has folders without an id, and files with their metadata', async () => {
    const response = await storage.post(ann, '/object/list/clips', { prefix: `${ann}/list/` });
    const [file, , folder] = z.array(z.unknown()).parse(await response.json());
    expect(file).toMatchObject({
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      metadata: { mimetype: 'audio/wav', size: 1044 },
    });
    expect(folder).toEqual({
      name: 'x',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
  });

  it('can be paged, searched and sorted by date', async () => {
    expect(await names(ann, { limit: 2, offset: 1 })).toEqual(['b.wav', 'x']);
    expect(await names(ann, { search: 'a' })).toEqual(['A.wav']);
    expect(await names(ann, { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'y',
      'x',
      'A.wav',
      'b.wav',
    ]);
  });
});
