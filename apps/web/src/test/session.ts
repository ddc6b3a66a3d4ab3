import type { SupabaseClient } from '#lib/supabase.ts';

const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

interface SessionOptions {
  /** Seconds until the session expires. */
  expiresIn?: number;
  /** The authenticator assurance level: aal2 after a second factor. */
  aal?: 'aal1' | 'aal2';
  /** The account's second factors. */
  factors?: ReturnType<typeof factorOf>[];
  /** Whether the account is staff. */
  isStaff?: boolean;
}

/** A second factor as the auth service returns it. */
export function factorOf(type: 'totp' | 'phone', name: string) {
  return {
    id: `factor-${name}`,
    friendly_name: name,
    factor_type: type,
    status: 'verified' as 'verified' | 'unverified',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
}

/** A session as the auth service returns it. Its token is not signed, since no test verifies it. */
export function sessionOf(username: string, options: SessionOptions = {}) {
  const { expiresIn = 3600, aal = 'aal1', factors, isStaff = false } = options;
  const expiresAt = Math.floor(Date.now() / 1000) + expiresIn;
  const id = `id-of-${username}`;
  const claims = { sub: id, exp: expiresAt, role: 'authenticated', aal };
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
      app_metadata: { ...(isStaff && { desk: true }) },
      ...(factors && { factors }),
      created_at: '2026-01-01T00:00:00Z',
    },
  };
}

/** The session's key in local storage. */
export const SESSION_KEY = 'sb-undertone-auth-token';

/** Stores a session as an earlier visit would have. */
export function rememberSession(username: string, options?: SessionOptions) {
  const session = sessionOf(username, options);
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  return session;
}

/**
 * Waits until auth-js has read the stored session. It reports what it finds when it starts, and not
 * that the session is gone later.
 */
export async function sessionRead(client: Pick<SupabaseClient, 'auth'>): Promise<void> {
  const auth = await client.auth();
  await new Promise<void>((resolve) => {
    auth.onAuthStateChange((event) => event === 'INITIAL_SESSION' && resolve());
  });
}
