/** The key under which lib/supabase.ts has auth-js keep the session. */
const SESSION_KEY = /^sb-.+-auth-token$/;

/**
 * Whether this browser keeps a session, for pages that load no code of it. It may have ended elsewhere,
 * which the page that it leads to finds out.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION_KEY.test(key));
  } catch {
    // Local storage is blocked, and so is signing in.
    return false;
  }
}
