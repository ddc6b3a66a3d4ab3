import { expect, it } from 'vitest';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { takeCallbackResult } from './auth-callback.ts';

function openAt(path: string) {
  history.replaceState(null, '', path);
  const result = takeCallbackResult(SESSION_KEY);
  return { result, left: location.pathname + location.search + location.hash };
}

const storeVerifier = (verifier = 'verifier') =>
  localStorage.setItem(`${SESSION_KEY}-code-verifier`, JSON.stringify(verifier));

it('removes a code from the address and leaves the path to open next', () => {
  storeVerifier();
  expect(openAt('/auth/callback?next=%2Fsettings&code=c0de')).toEqual({
    result: { kind: 'code', code: 'c0de' },
    left: '/auth/callback?next=%2Fsettings',
  });
});

it('drops a next path that belongs to another site', () => {
  storeVerifier();
  expect(openAt('/auth/callback?next=%2F%2Fevil.test&code=c0de').left).toBe('/auth/callback');
});

it('reports a code without its verifier as requested in another browser', () => {
  expect(openAt('/auth/reset-password?code=c0de')).toEqual({
    result: { kind: 'problem', code: 'other_browser' },
    left: '/auth/reset-password',
  });
});

it('treats a code without its verifier as a confirmation when a user is signed in', () => {
  rememberSession('mira');
  expect(openAt('/auth/callback?code=c0de').result).toEqual({ kind: 'done' });
});

it('opens the page for a new password from its link, also from the root of the site', () => {
  storeVerifier('verifier/recovery');
  expect(openAt('/?code=c0de').left).toBe('/auth/reset-password');
  expect(openAt('/#access_token=a&refresh_token=r&type=recovery')).toEqual({
    result: { kind: 'tokens', tokens: { access_token: 'a', refresh_token: 'r' } },
    left: '/auth/reset-password',
  });
});

it('refuses to move a signed-in user into another account', () => {
  rememberSession('mira');
  expect(openAt('/#access_token=a&refresh_token=r')).toEqual({
    result: { kind: 'problem', code: 'already_signed_in' },
    left: '/auth/callback',
  });
});

it('reads problems and messages from the search and from the hash', () => {
  const problem = 'error=access_denied&error_code=otp_expired&error_description=Too+late';
  const expected = { kind: 'problem', code: 'otp_expired', message: 'Too late' };
  expect(openAt(`/auth/callback?${problem}`).result).toEqual(expected);
  expect(openAt(`/auth/callback#${problem}`).result).toEqual(expected);
  expect(openAt('/#message=One+more').result).toEqual({ kind: 'message', message: 'One more' });
});

it.each(['/', '/auth/callback', '/mira?code=c0de', '/app#error=no'])(
  'leaves the address %s without a result unchanged',
  (path) => {
    storeVerifier();
    expect(openAt(path)).toEqual({ result: undefined, left: path });
  },
);
