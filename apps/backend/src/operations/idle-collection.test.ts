import { expect, it } from 'vitest';
import { collectWhenIdle } from './idle-collection.ts';

it('an idle process whose memory has grown collects its garbage', async () => {
  collectWhenIdle(50);
  // V8 itself would look after eight seconds, or not at all. 40 MB, as an answer takes; what nobody refers to is gone once V8 has looked through all.
  const grown = Array.from({ length: 5_000_000 }, (_, at) => at / 3);
  const garbage = new WeakRef({ of: 'a request' });
  const isCollected = () => garbage.deref() === undefined;
  await expect.poll(isCollected, { timeout: 6000, interval: 200 }).toBe(true);
  expect(grown).toHaveLength(5_000_000);
});
