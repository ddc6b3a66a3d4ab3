import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createIdBatcher, READ_AGAIN_AFTER } from './id-batcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param failures how often reading fails before it succeeds */
function batcher(failures = 0) {
  let left = failures;
  const read = vi.fn(async (_ids: readonly string[]) => {
    if (left-- > 0) throw new TypeError('Failed to fetch');
  });
  return { ids: createIdBatcher(read), read, asked: () => read.mock.calls.map(([ids]) => ids) };
}

it('reads ids that come together in one batch, and a stream of ids in several', async () => {
  const { ids, asked } = batcher();
  for (let id = 0; id < 10; id++) {
    ids.add(`${id}`);
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
  expect(asked()).toEqual([
    ['0', '1', '2', '3', '4', '5', '6', '7'],
    ['8', '9'],
  ]);
});

it('reads a batch that failed again after a while, until that succeeds', async () => {
  const { ids, asked } = batcher(2);
  ids.add('a');
  ids.add('b');
  await vi.advanceTimersByTimeAsync(300);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER - 1);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10 * READ_AGAIN_AFTER);
  expect(asked()).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

it('reads a batch that failed with the next id, and at once when told to', async () => {
  const { ids, asked } = batcher(2);
  ids.add('a');
  await vi.advanceTimersByTimeAsync(300);
  ids.add('b');
  await vi.advanceTimersByTimeAsync(300);
  ids.readMissed();
  ids.readMissed();
  expect(asked()).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
  await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
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
  await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
  expect(asked()).toEqual([['b']]);
  ids.add('c');
  ids.end();
  ids.add('d');
  await vi.advanceTimersByTimeAsync(READ_AGAIN_AFTER);
  expect(asked()).toHaveLength(1);
});
