import type { Session, User } from '@supabase/auth-js';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { sessionEndKey, storeSessionEnd } from '#lib/session-end.ts';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { whenIdle } from '#lib/when-idle.ts';
import type { CallbackNotice, CallbackResult, PendingCallback } from './auth-callback.ts';
import { isSecondFactorRequired } from './second-factor-required.ts';

/**
 * How long the page waits for an expired session to be renewed, in milliseconds. Afterwards the page uses
 * the expired session, because recording and stored recordings work without a network.
 */
const RENEWAL_TIMEOUT_MS = 5000;

/** Whether a user is signed in; `loading` while a session is renewed or read from a callback. */
type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** The password was correct; the session still needs a second factor. */
  | { status: 'second-step'; session: Session; user: User }
  | { status: 'signed-in'; session: Session; user: User };

type SettledSessionState = Exclude<SessionState, { status: 'loading' }>;

const isPending = (result: CallbackResult | undefined): result is PendingCallback =>
  result !== undefined && result.kind !== 'problem' && result.kind !== 'message';

const loadCallbackCode = () => import('./auth-callback.ts');

/** `global`: all sessions of the account; `local`: only this one. */
type SignOutScope = 'global' | 'local';

/** The session of this page, for React components and route guards. */
export interface SessionStore {
  get: () => SessionState;
  subscribe: (notify: () => void) => () => void;
  /** Resolves with the first state other than `loading`. */
  settled: () => Promise<SettledSessionState>;
  /** The callback's notice for the user, if any. Read it once the session is settled. */
  callbackNotice: () => CallbackNotice | undefined;
  /** Ends the account's sessions. This page is signed out even when the request fails. */
  signOut: (scope?: SignOutScope) => Promise<void>;
  /** Removes a session that the server has already ended. */
  forget: () => void;
}

function stateOf(session: Session | null): SettledSessionState {
  if (!session) return { status: 'signed-out' };
  const status = isSecondFactorRequired(session) ? 'second-step' : 'signed-in';
  return { status, session, user: session.user };
}

function initialState(storageKey: string, result: CallbackResult | undefined): SessionState {
  const stored = readStoredSession(storageKey);
  if (isPending(result)) return { status: 'loading' };
  if (stored.state === 'none') return stateOf(null);
  const canRenew = stored.state === 'stale' && (navigator.onLine || !stored.session);
  return canRenew ? { status: 'loading' } : stateOf(stored.session);
}

/** The stored session if it has expired. auth-js removes sessions that the server has ended. */
function expiredSession(storageKey: string): Session | null {
  const stored = readStoredSession(storageKey);
  return stored.state === 'stale' ? stored.session : null;
}

/** Whether two sessions are equal to the app: the same token and an unchanged account. */
function isSame(one: Session | null, other: Session | null): boolean {
  return (
    one?.access_token === other?.access_token && one?.user.updated_at === other?.user.updated_at
  );
}

/** Creates the session store of a page, after removing a callback's result from the address. */
export async function openSession(client: StoreClient): Promise<SessionStore> {
  // Few pages are opened by such a link, so the code that reads it is no part of the first load.
  if (!/[?#&](code|access_token|error|error_code|message)=/.test(location.href)) {
    return createSessionStore(client);
  }
  try {
    const { takeCallbackResult } = await loadCallbackCode();
    return createSessionStore(client, takeCallbackResult(client.storageKey));
  } catch (cause) {
    logFailure('The code of the auth callback could not be loaded.', cause);
    return createSessionStore(client, problemOf(cause));
  }
}

type StoreClient = Pick<SupabaseClient, 'auth' | 'onSession' | 'storageKey'>;

/**
 * Creates a session store. The first state comes from local storage or from a callback's result. Later
 * states come from auth-js, which renews the token, pauses while the tab is hidden, and notifies other
 * tabs of a sign-in or sign-out.
 */
export function createSessionStore(client: StoreClient, callback?: CallbackResult): SessionStore {
  const listeners = new Set<() => void>();
  let state = initialState(client.storageKey, callback);

  const set = (reported: Session | null) => {
    // While a callback is pending, its outcome decides whether the user is signed in.
    if (reported === null && isPending(callback)) return;
    // auth-js also reports null when it could not renew the session for lack of a response. That session is kept.
    const session = reported ?? expiredSession(client.storageKey);
    const known = 'session' in state ? state.session : null;
    if (state.status !== 'loading' && isSame(known, session)) return;
    state = stateOf(session);
    for (const notify of listeners) notify();
  };

  const followAuth = async () => {
    try {
      const auth = await client.auth();
      if (isPending(callback)) {
        const { applyCallback } = await loadCallbackCode();
        const { error } = await applyCallback(auth, callback);
        callback = error ? problemOf(error) : undefined;
        const { data } = await auth.getSession();
        set(data.session);
      }
    } catch (cause) {
      logFailure('The auth client could not be prepared.', cause);
      if (isPending(callback)) callback = problemOf(cause);
      // A stale session cannot be renewed now; a fresh one is valid until it expires.
      if (state.status === 'loading') set(null);
    }
  };

  client.onSession(set);
  if (state.status === 'loading') {
    void followAuth();
    setTimeout(() => {
      if (state.status === 'loading' && expiredSession(client.storageKey)) set(null);
    }, RENEWAL_TIMEOUT_MS);
  } else if (navigator.onLine) {
    whenIdle(() => {
      void followAuth();
      // Other idle work waits for this code, but not for the auth service.
      return client.auth();
    });
  } else {
    addEventListener('online', () => void followAuth(), { once: true });
  }

  // When a sign-out fails at the server, `forget` in that tab clears the keys and auth-js notifies no other tab.
  addEventListener('storage', (event) => {
    if (event.key === client.storageKey && event.newValue === null) set(null);
  });

  const subscribe = (notify: () => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  };

  const forget = () => {
    forgetSession(client.storageKey);
    set(null);
  };

  return {
    get: () => state,
    subscribe,
    forget,
    callbackNotice: () => (isPending(callback) ? undefined : callback),

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

    signOut: async (scope = 'global') => {
      try {
        const { error } = await (await client.auth()).signOut({ scope });
        if (error) throw error;
      } catch (cause) {
        logFailure('The server could not end the session.', cause);
      }
      forget();
      storeSessionEnd(client.storageKey, null);
    },
  };
}

function problemOf(error: unknown): CallbackNotice {
  return { kind: 'problem', code: errorCode(error) ?? 'unknown', message: errorMessage(error) };
}

/** Removes the session's keys, including the PKCE verifier of an unfinished sign-in, but not why it has ended. */
export function forgetSession(storageKey: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(storageKey) && key !== sessionEndKey(storageKey))
      localStorage.removeItem(key);
  }
}
