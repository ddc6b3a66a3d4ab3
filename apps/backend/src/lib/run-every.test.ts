import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, runEvery } from './run-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silent = pino({ level: 'silent' });

it('runs a task at once and at each interval, until it is stopped', async () => {
  const task = vi.fn(async () => ({}));
  const stop = runEvery(HOUR_MS, silent, 'a task', task);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(task).toHaveBeenCalledTimes(3);
  await stop();
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(task).toHaveBeenCalledTimes(3);
});

it('does not begin a run while the one before lasts, and waits for it at the stop', async () => {
  const slow = Promise.withResolvers<object>();
  const task = vi.fn(() => slow.promise);
  const stop = runEvery(HOUR_MS, silent, 'a task', task);
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(task).toHaveBeenCalledTimes(1);
  let hasStopped = false;
  const stopped = stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(hasStopped).toBe(false);
  slow.resolve({});
  await stopped;
});

it('logs results except null, and a failure, and tries again at the next interval', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const task = vi
    .fn<() => Promise<object | null>>()
    .mockRejectedValueOnce(new Error('no database'))
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ rows: 3 });
  const stop = runEvery(HOUR_MS, log, 'pruning', task);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  await stop();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { msg: 'pruning failed', err: { message: 'no database' } },
    { msg: 'pruning', rows: 3 },
  ]);
});
