import type { Session } from '@supabase/auth-js';

/** The assurance level (`aal`) of an access token; aal1 if the token cannot be parsed. */
function assuranceLevel(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    // atob garbles non-ASCII text such as names; this function reads only `aal`.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : 'aal1';
  } catch {
    return 'aal1';
  }
}

/**
 * Whether the account has a verified second factor that this session has not used yet. Equivalent to
 * auth-js' getAuthenticatorAssuranceLevel (current level aal1, next level aal2), without loading auth-js.
 */
export function isSecondFactorRequired({ access_token: token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && assuranceLevel(token) !== 'aal2';
}
