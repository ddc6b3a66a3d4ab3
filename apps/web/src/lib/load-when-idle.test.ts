import { afterEach, expect, it, vi } from 'vitest';
import { loadWhenIdle } from './load-when-idle.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('hands over once what has come', async () => {
  const onLoad = vi.fn<(code: string) => void>();
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('code');
  loadWhenIdle(load, { onLoad, failure: 'It did not come.' });
  await vi.waitFor(() => expect(onLoad).toHaveBeenCalledWith('code'));
  dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledOnce();
});

it('asks again when the network is back for what did not come', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const onLoad = vi.fn<(code: string) => void>();
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('code');
  loadWhenIdle(load, { onLoad, failure: 'It did not come.' });
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('It did not come.', expect.anything()));
  expect(onLoad).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(onLoad).toHaveBeenCalledOnce());
});

it('hands over nothing any more once it is called off', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const onLoad = vi.fn<(code: string) => void>();
  const load = vi.fn<() => Promise<string>>(() => promise);
  const cancel = loadWhenIdle(load, { onLoad, failure: 'It did not come.' });
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  cancel();
  resolve('code');
  await promise;
  dispatchEvent(new Event('online'));
  expect(onLoad).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});
