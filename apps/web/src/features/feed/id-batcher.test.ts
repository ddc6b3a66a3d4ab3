import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdBatcher, RETRY_DELAY_MS } from './id-batcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param failures the number of reads that fail before one succeeds */
function batcher(failures = 0) {
  let left = failures;
  const read = vi.fn(async (_ids: readonly string[]) => {
    if (left-- > 0) throw new TypeError('Failed to fetch');
  });
  return { ids: createIdBatcher(read), read, asked: () => read.mock.calls.map(([ids]) => ids) };
}

it('reads ids added together in one batch, and a stream of ids in several', async () => {
  const { ids, asked } = batcher();
  for (let id = 0; id < 10; id++) {
    ids.add(`${id}`);
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(asked()).toEqual([
    ['0', '1', '2', '3', '4', '5', '6', '7'],
    ['8', '9'],
  ]);
});

it('retries a failed batch after a delay until it succeeds', async () => {
  const { ids, asked } = batcher(2);
  ids.add('a');
  ids.add('b');
  await vi.advanceTimersByTimeAsync(300);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS - 1);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10 * RETRY_DELAY_MS);
  expect(asked()).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('retries a failed batch with the next id, and at once by `retryFailed`', async () => {
  const { ids, asked } = batcher(2);
  ids.add('a');
  await vi.advanceTimersByTimeAsync(300);
  ids.add('b');
  await vi.advanceTimersByTimeAsync(300);
  ids.retryFailed();
  ids.retryFailed();
  expect(asked()).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(asked()).toHaveLength(3);
});

it('does not read removed ids, and none after its end', async () => {
  const { ids, asked } = batcher(1);
  ids.add('a');
  ids.add('b');
  ids.add('c');
  ids.remove('a');
  ids.remove('c');
  await vi.advanceTimersByTimeAsync(300);
  ids.remove('b');
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(asked()).toEqual([['b']]);
  ids.add('c');
  ids.end();
  ids.add('d');
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(asked()).toHaveLength(1);
});
