import type { Session, User } from '@supabase/auth-js';
import { logFailure } from '#lib/log.ts';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { whenIdle } from '#ui/when-idle.ts';

/** Whether the person is signed in: unknown while a session is being renewed, or taken from a link. */
type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; session: Session; user: User };

type SettledSessionState = Exclude<SessionState, { status: 'loading' }>;

/** The session of this page, for React and for route guards alike. */
export interface SessionStore {
  get: () => SessionState;
  subscribe: (notify: () => void) => () => void;
  /** Waits until it is known whether the person is signed in. */
  settled: () => Promise<SettledSessionState>;
  /** Ends all of the account's sessions. Signed out here even when the server cannot be reached. */
  signOut: () => Promise<void>;
}

const stateOf = (session: Session | null): SettledSessionState =>
  session ? { status: 'signed-in', session, user: session.user } : { status: 'signed-out' };

/** Whether the page was opened by a link in a mail, or by a third party, that carries a session. */
function isSessionInUrl({ hash, search }: Location): boolean {
  return /[#&](access_token|error)=/.test(hash) || /[?&](code|error)=/.test(search);
}

function initialState(storageKey: string): SessionState {
  const stored = readStoredSession(storageKey);
  if (stored.state === 'stale' || isSessionInUrl(location)) return { status: 'loading' };
  return stateOf(stored.state === 'fresh' ? stored.session : null);
}

/**
 * Follows the session of a page: at first by what an earlier visit has left,
 * then by auth-js, which keeps the token fresh, rests while the tab is hidden,
 * and tells the other tabs of a sign-in or sign-out.
 */
export function createSessionStore(
  client: Pick<SupabaseClient, 'auth' | 'onSession' | 'storageKey'>,
): SessionStore {
  const listeners = new Set<() => void>();
  let state = initialState(client.storageKey);

  const set = (session: Session | null) => {
    const known = state.status === 'signed-in' ? state.session : null;
    if (state.status !== 'loading' && known?.access_token === session?.access_token) return;
    state = stateOf(session);
    for (const notify of listeners) notify();
  };

  const followAuth = async () => {
    try {
      await client.auth();
    } catch (cause) {
      logFailure('The session could not be followed.', cause);
      // Nothing more can be learned about a stale session; a fresh one is good until it ends.
      if (state.status === 'loading') set(null);
    }
  };

  client.onSession(set);
  if (state.status === 'loading') void followAuth();
  else whenIdle(() => void followAuth());

  // A tab that could not reach the server clears the keys without auth-js telling the others.
  addEventListener('storage', (event) => {
    if (event.key === client.storageKey && event.newValue === null) set(null);
  });

  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  };

  return {
    get: () => state,
    subscribe,

    settled: () =>
      new Promise((resolve) => {
        const check = () => {
          if (state.status === 'loading') return;
          unsubscribe();
          resolve(state);
        };
        const unsubscribe = subscribe(check);
        check();
      }),

    signOut: async () => {
      try {
        const { error } = await (await client.auth()).signOut({ scope: 'global' });
        if (error) throw error;
      } catch (cause) {
        logFailure('The server could not be told of the sign-out.', cause);
      }
      forgetSession(client.storageKey);
      set(null);
    },
  };
}

/** Removes the session's keys, the verifier of an unfinished third-party sign-in among them. */
function forgetSession(storageKey: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(storageKey)) localStorage.removeItem(key);
  }
}
