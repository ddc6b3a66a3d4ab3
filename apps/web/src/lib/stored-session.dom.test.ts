import { expect, it, vi } from 'vitest';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { readStoredSession } from './stored-session.ts';

it('finds none where there is none', () => {
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'none' });
});

it('finds none where the browser lends no storage, as in the frame of another site', () => {
  rememberSession('mira');
  const refused = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'none' });
  refused.mockRestore();
});

it('reads one that is good for a while', () => {
  const { access_token } = rememberSession('mira');
  expect(readStoredSession(SESSION_KEY)).toMatchObject({
    state: 'fresh',
    session: { access_token },
  });
});

it('leaves one that is about to run out to auth-js', () => {
  const { access_token } = rememberSession('mira', { expiresIn: 89 });
  expect(readStoredSession(SESSION_KEY)).toMatchObject({
    state: 'stale',
    session: { access_token },
  });
});

it.each(['{', 'null', '{"access_token":1}', '"text"'])('leaves %s to auth-js', (text) => {
  localStorage.setItem(SESSION_KEY, text);
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'stale', session: null });
});
