import { expect, it, onTestFinished, vi } from 'vitest';
import { keepStorage } from './keep-storage.ts';

/** A browser that promises to keep what is stored, or refuses. */
function fakeStorage(promises: boolean) {
  const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(promises);
  const storage = { persisted: async () => false, persist };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'));
  return persist;
}

it.each([true, false])(
  'the browser is asked once on a device, and answers %s',
  async (promises) => {
    const persist = fakeStorage(promises);
    expect(await Promise.all([keepStorage(), keepStorage()])).toEqual([promises, promises]);
    expect(persist).toHaveBeenCalledOnce();
  },
);

it('a browser that has refused is not asked again on the next visit', async () => {
  fakeStorage(false);
  await keepStorage();
  const persist = fakeStorage(false);
  expect(await keepStorage()).toBe(false);
  expect(persist).not.toHaveBeenCalled();
});

it('a browser that cannot be asked, or fails to answer, is no reason to warn', async () => {
  expect(await keepStorage()).toBe(true);
  vi.spyOn(console, 'error').mockReturnValue();
  fakeStorage(false).mockRejectedValue(new Error('no'));
  expect(await keepStorage()).toBe(true);
});
