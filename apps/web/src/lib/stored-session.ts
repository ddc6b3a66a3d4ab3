import type { Session } from '@supabase/auth-js';

/**
 * A token that expires within this many seconds counts as stale. auth-js renews a token within the
 * same margin.
 */
const MARGIN_SECONDS = 90;

/** The session in local storage, from an earlier visit or another tab. */
export type StoredSession =
  | { state: 'none' }
  /** The token has expired or soon will, and auth-js has to renew it. The session is null when it cannot be parsed. */
  | { state: 'stale'; session: Session | null }
  | { state: 'fresh'; session: Session };

function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    'expires_at' in value &&
    typeof value.expires_at === 'number' &&
    'user' in value &&
    typeof value.user === 'object'
  );
}

/** Reads an item; null in another site's frame, where browsers refuse access to local storage. */
function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Reads the session where auth-js keeps it, without loading auth-js: a page needs only the token to
 * start, and the code that renews the token can be loaded later.
 */
export function readStoredSession(storageKey: string): StoredSession {
  const text = readItem(storageKey);
  if (text === null) return { state: 'none' };
  try {
    const session: unknown = JSON.parse(text);
    const now = Date.now() / 1000;
    if (isSession(session)) {
      const isFresh = (session.expires_at ?? 0) - now > MARGIN_SECONDS;
      return { state: isFresh ? 'fresh' : 'stale', session };
    }
  } catch {
    // Invalid JSON counts as stale; auth-js removes the item.
  }
  return { state: 'stale', session: null };
}
