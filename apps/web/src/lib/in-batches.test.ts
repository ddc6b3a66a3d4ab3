import { expect, it, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

const knowing = () =>
  vi.fn(
    async (keys: readonly string[]) =>
      new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()])),
  );

it('asks once for all that is wanted at the same time, and for each thing once', async () => {
  const ask = knowing();
  const get = inBatches(ask);
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['A', 'B', 'A']);
  expect(await get('c')).toBe('C');
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]]);
});

it('gives null for what there is no answer to', async () => {
  const get = inBatches(knowing());
  expect(await Promise.all([get('unknown'), get('a')])).toEqual([null, 'A']);
});

it('fails all that were asked for together, and none that come later', async () => {
  const ask = knowing();
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const get = inBatches(ask);
  const outcomes = await Promise.allSettled([get('a'), get('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get('a')).toBe('A');
});
