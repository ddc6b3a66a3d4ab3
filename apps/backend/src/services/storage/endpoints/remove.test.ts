import { describe, expect, it } from 'vitest';
import { errorOf, missing } from '../fixtures/expected-errors.ts';
import { ann, bob, startStorage, wav } from '../fixtures/running-storage.ts';

const storage = await startStorage();

describe('a removal', () => {
  const remove = (who: string, prefixes: string[]) =>
    storage.fetch(who, '/object/clips', { method: 'DELETE', body: JSON.stringify({ prefixes }) });

  it('deletes the rows and bytes of the objects that the caller may remove, and lists them', async () => {
    const [key, foreign] = [await storage.uploaded(), await storage.uploaded(bob)];
    const files = await storage.files();
    const response = await remove(ann, [key, foreign, 'absent']);
    expect(await response.json()).toEqual([
      expect.objectContaining({ name: key, bucket_id: 'clips', owner_id: ann }),
    ]);
    expect(await storage.files()).toHaveLength(files.length - 1);
    expect((await storage.fetch(bob, `/object/clips/${foreign}`)).status).toBe(200);
  });

  it('does not interrupt a running download', async () => {
    const key = await storage.uploaded(ann, wav(900_000));
    const response = await storage.fetch(ann, `/object/clips/${key}`);
    await remove(ann, [key]);
    expect((await response.arrayBuffer()).byteLength).toBe(900_044);
  });

  it('is rejected for an object that the caller may not remove as if it did not exist', async () => {
    const key = await storage.uploaded(bob);
    const response = await storage.fetch(ann, `/object/clips/${key}`, { method: 'DELETE' });
    expect(await errorOf(response)).toEqual(missing);
  });
});
