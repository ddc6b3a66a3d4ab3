import { expect, it, vi } from 'vitest';
import { batchReads } from './batch-reads.ts';

const createAsk = () =>
  vi.fn(
    async (keys: readonly string[]) =>
      new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()])),
  );

it('keys asked for at the same time become one call, in which each key appears once', async () => {
  const ask = createAsk();
  const get = batchReads(ask);
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['A', 'B', 'A']);
  expect(await get('c')).toBe('C');
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]]);
});

it('a key without an answer resolves to null', async () => {
  const get = batchReads(createAsk());
  expect(await Promise.all([get('unknown'), get('a')])).toEqual([null, 'A']);
});

it('a failed call rejects all its keys, and no later ones', async () => {
  const ask = createAsk();
  ask.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const get = batchReads(ask);
  const outcomes = await Promise.allSettled([get('a'), get('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get('a')).toBe('A');
});
