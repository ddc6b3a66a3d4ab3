import { expect, it } from 'vitest';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { readStoredSession } from './stored-session.ts';

it('finds none where there is none', () => {
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'none' });
});

it('reads one that is good for a while', () => {
  const { access_token } = rememberSession('mira');
  expect(readStoredSession(SESSION_KEY)).toMatchObject({
    state: 'fresh',
    session: { access_token },
  });
});

it('leaves one that is about to run out to auth-js', () => {
  rememberSession('mira', { expiresIn: 89 });
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'stale' });
});

it.each(['{', 'null', '{"access_token":1}', '"text"'])('leaves %s to auth-js', (text) => {
  localStorage.setItem(SESSION_KEY, text);
  expect(readStoredSession(SESSION_KEY)).toEqual({ state: 'stale' });
});
