import { expect, it } from 'vitest';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { takeArrival } from './arrival.ts';

function arriveAt(path: string) {
  history.replaceState(null, '', path);
  const arrival = takeArrival(SESSION_KEY);
  return { arrival, left: location.pathname + location.search + location.hash };
}

const keepVerifier = (verifier = 'verifier') =>
  localStorage.setItem(`${SESSION_KEY}-code-verifier`, JSON.stringify(verifier));

it('takes a code out of the address, and leaves where to go on to', () => {
  keepVerifier();
  expect(arriveAt('/auth/callback?next=%2Fsettings&code=c0de')).toEqual({
    arrival: { kind: 'code', code: 'c0de' },
    left: '/auth/callback?next=%2Fsettings',
  });
});

it('drops a place to go on to that is not of this site', () => {
  keepVerifier();
  expect(arriveAt('/auth/callback?next=%2F%2Fevil.test&code=c0de').left).toBe('/auth/callback');
});

it('says of a code without its verifier that another browser asked for it', () => {
  expect(arriveAt('/auth/reset-password?code=c0de')).toEqual({
    arrival: { kind: 'problem', code: 'other_browser' },
    left: '/auth/reset-password',
  });
});

it('takes such a code for a confirmation where someone is signed in', () => {
  rememberSession('mira');
  expect(arriveAt('/auth/callback?code=c0de').arrival).toEqual({ kind: 'done' });
});

it('leads a link for a new password there, also from the root of the site', () => {
  keepVerifier('verifier/recovery');
  expect(arriveAt('/?code=c0de').left).toBe('/auth/reset-password');
  expect(arriveAt('/#access_token=a&refresh_token=r&type=recovery')).toEqual({
    arrival: { kind: 'tokens', accessToken: 'a', refreshToken: 'r' },
    left: '/auth/reset-password',
  });
});

it('moves nobody who is signed in into another account', () => {
  rememberSession('mira');
  expect(arriveAt('/#access_token=a&refresh_token=r')).toEqual({
    arrival: { kind: 'problem', code: 'already_signed_in' },
    left: '/auth/callback',
  });
});

it('reads problems and messages from the search and from the hash', () => {
  const problem = 'error=access_denied&error_code=otp_expired&error_description=Too+late';
  const expected = { kind: 'problem', code: 'otp_expired', words: 'Too late' };
  expect(arriveAt(`/auth/callback?${problem}`).arrival).toEqual(expected);
  expect(arriveAt(`/auth/callback#${problem}`).arrival).toEqual(expected);
  expect(arriveAt('/#message=One+more').arrival).toEqual({ kind: 'message', words: 'One more' });
});

it.each(['/', '/auth/callback', '/mira?code=c0de', '/app#error=no'])('lets %s be', (path) => {
  keepVerifier();
  expect(arriveAt(path)).toEqual({ arrival: undefined, left: path });
});
