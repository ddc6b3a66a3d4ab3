import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const failure = new TypeError('NetworkError when attempting to fetch resource.');

// The listeners of modules that another file has imported may have ended with its page.
beforeEach(() => vi.resetModules());

/** Starts a page. @returns what it logs */
async function open() {
  const { logFailure } = await import('./log.ts');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  return { log, fail: () => logFailure('New drops could not be read.', failure) };
}

it('logs no failures while the page is being left, and logs them again when the person is back', async () => {
  const { log, fail } = await open();
  dispatchEvent(new Event('pagehide'));
  fail();
  expect(log).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));
  fail();
  expect(log).toHaveBeenCalledExactlyOnceWith('New drops could not be read.', failure);
});

it('logs no failures as a navigation begins, and logs them again when the page has stayed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, fail } = await open();
  dispatchEvent(new Event('beforeunload'));
  fail();
  expect(log).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  fail();
  expect(log).toHaveBeenCalledOnce();
  dispatchEvent(new Event('beforeunload'));
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(1000);
  fail();
  expect(log).toHaveBeenCalledOnce();
});
