import { expect, it, vi } from 'vitest';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { readStoredSession } from './stored-session.ts';

it('there is no session when none is stored', () => {
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'none' });
});

it('there is no session when the browser refuses storage, as in another site’s frame', () => {
  rememberSession('mira');
  const refused = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'none' });
  refused.mockRestore();
});

it('a session that does not expire soon is fresh', () => {
  const { access_token } = rememberSession('mira');
  expect(readStoredSession(SESSION_KEY)).toMatchObject({
    state: 'fresh',
    session: { access_token },
  });
});

it('a session that is about to expire is stale', () => {
  const { access_token } = rememberSession('mira', { expiresIn: 89 });
  expect(readStoredSession(SESSION_KEY)).toMatchObject({
    state: 'stale',
    session: { access_token },
  });
});

it.each(['{', 'null', '{"access_token":1}', '"text"'])('a stored value of %s is stale', (text) => {
  localStorage.setItem(SESSION_KEY, text);
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'stale', session: null });
});
