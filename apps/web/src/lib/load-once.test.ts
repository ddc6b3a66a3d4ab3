import { expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

it('loads once, for all who ask', async () => {
  const load = vi.fn(async () => ({}));
  const get = loadOnce(load);
  expect(await get()).toBe(await get());
  expect(load).toHaveBeenCalledOnce();
});

it('tries again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('here');
  const get = loadOnce(load);
  await expect(get()).rejects.toThrow('offline');
  expect(await get()).toBe('here');
});
