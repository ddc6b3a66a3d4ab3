const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * A session as the auth service gives it. Its token is not signed: no one checks it here.
 *
 * @param expiresIn seconds that it is good for
 */
export function sessionOf(username: string, { expiresIn = 3600 } = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + expiresIn;
  const id = `id-of-${username}`;
  const claims = { sub: id, exp: expiresAt, role: 'authenticated', aal: 'aal1' };
  return {
    access_token: `${base64url({ alg: 'none' })}.${base64url(claims)}.c2ln`,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    user: {
      id,
      aud: 'authenticated',
      email: `${username}@example.org`,
      user_metadata: { username },
      app_metadata: {},
      created_at: '2026-01-01T00:00:00Z',
    },
  };
}

/** Where the site under test keeps its session. */
export const SESSION_KEY = 'sb-undertone-auth-token';

/** Leaves a session behind, as an earlier visit would have. */
export function rememberSession(username: string, options?: { expiresIn: number }) {
  const session = sessionOf(username, options);
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  return session;
}
