import type { Session } from '@supabase/auth-js';

/**
 * Before this many seconds are left of a token it counts as stale: auth-js'
 * own margin, within which it renews.
 */
const MARGIN_SECONDS = 90;

/** What an earlier visit, or another tab, left in local storage. */
export type StoredSession =
  | { state: 'none' }
  /** There is one, and only auth-js can say what it is still worth. Null when it cannot be read. */
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

/** Browsers refuse a page its storage in another site's frame: then nobody is signed in. */
function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Reads the session where auth-js keeps it, without auth-js: what a page needs
 * to start is one token, and the code that renews it can come later.
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
    // Not ours to judge: auth-js drops what it cannot read.
  }
  return { state: 'stale', session: null };
}
