import { expect, it } from 'vitest';
import { collectWhenIdle } from './idle-collection.ts';

it('an idle process whose memory has grown collects its garbage', async () => {
  collectWhenIdle(50);
  // V8 itself would collect after eight seconds, or never. 40 MB are the size of a large response; unreferenced memory is freed by a full collection.
  const grown = Array.from({ length: 5_000_000 }, (_, at) => at / 3);
  const garbage = new WeakRef({ of: 'a request' });
  const isCollected = () => garbage.deref() === undefined;
  await expect.poll(isCollected, { timeout: 6000, interval: 200 }).toBe(true);
  expect(grown).toHaveLength(5_000_000);
});
