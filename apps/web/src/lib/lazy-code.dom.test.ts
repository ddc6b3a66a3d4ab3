import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyCode, loadUntilArrived } from './lazy-code.ts';

const offline = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('code is fetched once for all callers, and is then available synchronously', async () => {
  const fetchCode = vi.fn(async () => ({}));
  const code = lazyCode(fetchCode);
  expect(code.current()).toBeUndefined();
  const module = await code();
  expect(await code()).toBe(module);
  expect(code.current()).toBe(module);
  expect(fetchCode).toHaveBeenCalledOnce();
});

it('code that failed to arrive is fetched again by the next call', async () => {
  const fetchCode = vi.fn<() => Promise<string>>();
  fetchCode.mockRejectedValueOnce(offline).mockResolvedValueOnce('code');
  const code = lazyCode(fetchCode);
  await expect(code()).rejects.toThrow('Failed to fetch');
  expect(await code()).toBe('code');
});

it('subscribers are notified when the code arrives', async () => {
  const code = lazyCode(async () => 'code');
  const [staying, leaving] = [vi.fn(), vi.fn()];
  code.subscribe(staying);
  code.subscribe(leaving)();
  await code();
  expect(staying).toHaveBeenCalledOnce();
  expect(leaving).not.toHaveBeenCalled();
});

it('loadUntilArrived retries after growing waits and reports only the first failure', async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValue(offline);
  const onFailure = vi.fn();
  loadUntilArrived(load, onFailure);
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(offline);
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue('code');
  await vi.advanceTimersByTimeAsync(1000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(600_000);
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(3);
  expect(onFailure).toHaveBeenCalledOnce();
});

it('loadUntilArrived retries as soon as the browser is online', async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(offline).mockResolvedValue({});
  loadUntilArrived(load, vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(2);
});

it('loadUntilArrived makes no more retries once it is stopped', async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValue(offline);
  const stop = loadUntilArrived(load, vi.fn());
  await vi.advanceTimersByTimeAsync(0);
  stop();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledOnce();
});
