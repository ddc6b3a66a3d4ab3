import { expect, it, vi } from 'vitest';
import { logFailure } from './log.ts';

it('logs no failures while the page is being left, and logs them again when the person is back', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new TypeError('NetworkError when attempting to fetch resource.');
  dispatchEvent(new Event('pagehide'));
  logFailure('New drops could not be read.', failure);
  expect(log).not.toHaveBeenCalled();
  dispatchEvent(new Event('pageshow'));
  logFailure('New drops could not be read.', failure);
  expect(log).toHaveBeenCalledExactlyOnceWith('New drops could not be read.', failure);
  log.mockRestore();
});
