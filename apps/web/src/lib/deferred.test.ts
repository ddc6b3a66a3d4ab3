import { expect, it } from 'vitest';
import { createDeferred } from './deferred.ts';

it('a deferred promise settles as its functions say', async () => {
  const kept = createDeferred<number>();
  kept.resolve(7);
  expect(await kept.promise).toBe(7);

  const broken = createDeferred();
  broken.reject(new Error('refused'));
  await expect(broken.promise).rejects.toThrow('refused');
});
