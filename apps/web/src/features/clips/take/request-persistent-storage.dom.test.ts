import { expect, it, onTestFinished, vi } from 'vitest';
import { requestPersistentStorage } from './request-persistent-storage.ts';

/** A browser that grants or refuses persistent storage. */
function fakeStorage(isGranted: boolean) {
  const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(isGranted);
  const storage = { persisted: async () => false, persist };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  return persist;
}

it.each([true, false])(
  'persistent storage is requested once on a device, and the result is %s',
  async (isGranted) => {
    const persist = fakeStorage(isGranted);
    expect(await Promise.all([requestPersistentStorage(), requestPersistentStorage()])).toEqual([
      isGranted,
      isGranted,
    ]);
    expect(persist).toHaveBeenCalledOnce();
  },
);

it('a browser that has refused receives no request on the next visit', async () => {
  fakeStorage(false);
  await requestPersistentStorage();
  const persist = fakeStorage(false);
  expect(await requestPersistentStorage()).toBe(false);
  expect(persist).not.toHaveBeenCalled();
});

it('a browser without persistent storage, or whose request fails, is treated as granting it', async () => {
  expect(await requestPersistentStorage()).toBe(true);
  vi.spyOn(console, 'error').mockReturnValue();
  fakeStorage(false).mockRejectedValue(new Error('no'));
  expect(await requestPersistentStorage()).toBe(true);
});
