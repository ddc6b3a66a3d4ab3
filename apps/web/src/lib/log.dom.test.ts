import { expect, it, vi } from 'vitest';

it('logs no failures while the page is being left, and logs them again when the person is back', async () => {
  // The listeners of modules that another file has imported may have ended with its page.
  vi.resetModules();
  const { logFailure } = await import('./log.ts');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new TypeError('NetworkError when attempting to fetch resource.');
  dispatchEvent(new Event('pagehide'));
  logFailure('New drops could not be read.', failure);
  expect(log).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));
  logFailure('New drops could not be read.', failure);
  expect(log).toHaveBeenCalledExactlyOnceWith('New drops could not be read.', failure);
});
