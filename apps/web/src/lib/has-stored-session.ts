/** The key under which lib/supabase.ts has auth-js keep the session. */
const SESSION_KEY = /^sb-.+-auth-token$/;

/**
 * Whether this browser stores a session, for pages without the session's code. The session may have
 * ended elsewhere; the page that the link opens finds out.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION_KEY.test(key));
  } catch {
    // Local storage is blocked, and so is signing in.
    return false;
  }
}
