import type { Session } from '@supabase/auth-js';

/** What a token says of how its bearer was recognised; a token that cannot be read says the least. */
function assuranceLevel(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    // Names outside ASCII come out garbled; nothing here reads them.
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : 'aal1';
  } catch {
    return 'aal1';
  }
}

/**
 * Whether the account has a second factor that this session has not been shown
 * yet: what auth-js' getAuthenticatorAssuranceLevel says (current level aal1,
 * next level aal2), without waiting for auth-js.
 */
export function isSecondStepDue({ access_token: token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && assuranceLevel(token) !== 'aal2';
}
