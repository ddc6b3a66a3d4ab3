import { AuthSessionMissingError } from '@supabase/auth-js';
import { StorageApiError } from '@supabase/storage-js';
import { expect, it, vi } from 'vitest';
import { logFailure } from './log.ts';

it('logs a failure with its cause, but not that an ended session was refused', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const refused = {
    code: 'PGRST301',
    message: 'Session from session_id claim in JWT does not exist',
  };
  logFailure('New drops could not be read.', refused);
  logFailure('The URLs could not be signed.', new StorageApiError(refused.message, 400, '403'));
  logFailure('The factors could not be read.', new AuthSessionMissingError());
  expect(log).not.toHaveBeenCalled();
  const other = new TypeError('Failed to fetch');
  logFailure('New drops could not be read.', other);
  expect(log).toHaveBeenCalledExactlyOnceWith('New drops could not be read.', other);
  log.mockRestore();
});
