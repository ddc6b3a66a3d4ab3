import type { GoTrueClient, Session, User } from '@supabase/auth-js';
import { errorCode, errorMessage } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { readStoredSession } from '#lib/stored-session.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { takeArrival, type Arrival } from './arrival.ts';
import { isSecondStepDue } from './second-step-due.ts';

/**
 * How long a page waits for a session that has run out to be renewed, in milliseconds. Then it goes
 * by what it has: without a network one can still record, and find what one has recorded.
 */
const RENEWAL_PATIENCE = 5000;

/** Whether the person is signed in: unknown while a session is being renewed, or taken from a link. */
type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** There is a session that has to show a second factor before it counts. */
  | { status: 'second-step'; session: Session; user: User }
  | { status: 'signed-in'; session: Session; user: User };

type SettledSessionState = Exclude<SessionState, { status: 'loading' }>;

/** What is left to say about a link: that it did not work, or what is still to be done. */
export type ArrivalNews = Extract<Arrival, { kind: 'problem' | 'message' }>;

/** What has to be done with a link before it is known who is signed in. */
type OpenArrival = Exclude<Arrival, ArrivalNews>;

const isOpen = (arrival: Arrival | undefined): arrival is OpenArrival =>
  arrival?.kind === 'code' || arrival?.kind === 'tokens' || arrival?.kind === 'done';

/** All sessions of the account, or only this one. */
export type SignOutScope = 'global' | 'local';

/** The session of this page, for React and for route guards alike. */
export interface SessionStore {
  get: () => SessionState;
  subscribe: (notify: () => void) => () => void;
  /** Waits until it is known whether the person is signed in. */
  settled: () => Promise<SettledSessionState>;
  /** What a link that opened the page has left to say, once the session is settled. */
  news: () => ArrivalNews | undefined;
  /** Ends the account's sessions. Signed out here even when the server cannot be reached. */
  signOut: (scope?: SignOutScope) => Promise<void>;
  /** Drops a session that the server has ended already. */
  forget: () => void;
}

function stateOf(session: Session | null): SettledSessionState {
  if (!session) return { status: 'signed-out' };
  const status = isSecondStepDue(session) ? 'second-step' : 'signed-in';
  return { status, session, user: session.user };
}

function initialState(storageKey: string, arrival: Arrival | undefined): SessionState {
  const stored = readStoredSession(storageKey);
  if (isOpen(arrival)) return { status: 'loading' };
  if (stored.state === 'none') return stateOf(null);
  const isWorthAsking = stored.state === 'stale' && (navigator.onLine || !stored.session);
  return isWorthAsking ? { status: 'loading' } : stateOf(stored.session);
}

/** A session that has run out and that nobody has ended: auth-js drops those that are over. */
function unrenewed(storageKey: string): Session | null {
  const stored = readStoredSession(storageKey);
  return stored.state === 'stale' ? stored.session : null;
}

/** Whether two sessions are the same to the app: the same token, and the account as it was. */
function isSame(one: Session | null, other: Session | null): boolean {
  return (
    one?.access_token === other?.access_token && one?.user.updated_at === other?.user.updated_at
  );
}

/**
 * Follows the session of a page: at first by what an earlier visit or the
 * address has left, then by auth-js, which keeps the token fresh, rests while
 * the tab is hidden, and tells the other tabs of a sign-in or sign-out.
 */
export function createSessionStore(
  client: Pick<SupabaseClient, 'auth' | 'onSession' | 'storageKey'>,
): SessionStore {
  const listeners = new Set<() => void>();
  let arrival = takeArrival(client.storageKey);
  let state = initialState(client.storageKey, arrival);

  const set = (told: Session | null) => {
    // What the address carries decides; until then nobody is signed out.
    if (told === null && isOpen(arrival)) return;
    // Nor for want of an answer: auth-js tells of no session when it could not renew the one it has.
    const session = told ?? unrenewed(client.storageKey);
    const known = 'session' in state ? state.session : null;
    if (state.status !== 'loading' && isSame(known, session)) return;
    state = stateOf(session);
    for (const notify of listeners) notify();
  };

  const followAuth = async () => {
    try {
      const auth = await client.auth();
      if (isOpen(arrival)) {
        arrival = await takeSession(auth, arrival);
        const { data } = await auth.getSession();
        set(data.session);
      }
    } catch (cause) {
      logFailure('The session could not be followed.', cause);
      if (isOpen(arrival)) arrival = problemOf(cause);
      // Nothing more can be learned about a stale session; a fresh one is good until it ends.
      if (state.status === 'loading') set(null);
    }
  };

  client.onSession(set);
  if (state.status === 'loading') {
    void followAuth();
    setTimeout(() => {
      if (state.status === 'loading' && unrenewed(client.storageKey)) set(null);
    }, RENEWAL_PATIENCE);
  } else if (navigator.onLine) {
    whenIdle(() => void followAuth());
  } else {
    addEventListener('online', () => void followAuth(), { once: true });
  }

  // A tab that could not reach the server clears the keys without auth-js telling the others.
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
    news: () => (isOpen(arrival) ? undefined : arrival),

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
        logFailure('The server could not be told of the sign-out.', cause);
      }
      forget();
    },
  };
}

/** Makes the session that the address carried this page's own. */
async function takeSession(
  auth: GoTrueClient,
  arrival: OpenArrival,
): Promise<ArrivalNews | undefined> {
  const { error } = await take(auth, arrival);
  return error ? problemOf(error) : undefined;
}

function take(auth: GoTrueClient, arrival: OpenArrival) {
  switch (arrival.kind) {
    case 'code':
      return auth.exchangeCodeForSession(arrival.code);
    case 'tokens':
      return auth.setSession({
        access_token: arrival.accessToken,
        refresh_token: arrival.refreshToken,
      });
    case 'done':
      return auth.refreshSession();
    default:
      return arrival satisfies never;
  }
}

function problemOf(error: unknown): ArrivalNews {
  return { kind: 'problem', code: errorCode(error) ?? 'unknown', words: errorMessage(error) };
}

/** Removes the session's keys, the verifier of an unfinished third-party sign-in among them. */
function forgetSession(storageKey: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(storageKey)) localStorage.removeItem(key);
  }
}
