import type { GoTrueClient, Session } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
import type { Database } from '@undertone/database-types/database';
import type { Settings } from './env.ts';
import { firstAnswers } from './first-answers.ts';
import { lazyCode } from './lazy-code.ts';
import { readStoredSession } from './stored-session.ts';

/** The dialect of the server's PostgREST decides the types of results. */
type RestOptions = { PostgrestVersion: '14' };

/** An answer of auth, database or storage that has not come after so many milliseconds is taken for lost. */
export const ANSWER_TIMEOUT = 15_000;

/** A question that is given up when its answer is late. */
const inTime = (init?: RequestInit): RequestInit => ({
  ...init,
  signal: AbortSignal.timeout(ANSWER_TIMEOUT),
});

type SessionListener = (session: Session | null) => void;

/**
 * The client of the backend: what supabase-js' createClient makes, composed
 * from supabase-js' own packages so that a page loads only those it needs.
 *
 * `from` and `rpc` are there at once, and speak for whoever is signed in. The
 * others are fetched when first asked for: `(await client.storage()).from(…)`.
 */
export class SupabaseClient extends PostgrestClient<Database, RestOptions, 'public'> {
  readonly settings: Settings;
  /** The key of the session in local storage. */
  readonly storageKey: string;
  /** Signs in and out. From when it is there it keeps the session fresh and in step with other tabs. */
  readonly auth: () => Promise<GoTrueClient>;
  /** Tells of every session that `auth` comes to know, and of null when there is none. */
  readonly onSession: (listener: SessionListener) => void;
  /** `GET /auth/v1/settings`: what the auth service offers. It takes no library to ask. */
  readonly authSettings: (signal: AbortSignal) => Promise<unknown>;
  /** The client of the stored files, for all but uploads: those take `uploadStorage`. */
  readonly storage: () => Promise<StorageClient>;
  /** The client of the server functions. */
  readonly functions: () => Promise<FunctionsClient>;
  /** The client of live changes; it follows the session's token. */
  readonly realtime: () => Promise<RealtimeClient>;

  constructor(settings: Settings) {
    const { supabaseUrl, publishableKey } = settings;
    const base = new URL(supabaseUrl.endsWith('/') ? supabaseUrl : `${supabaseUrl}/`);
    const service = (path: string) => new URL(path, base).href;
    // supabase-js' default name, so that a session survives a change between the two.
    const storageKey = `sb-${base.hostname.split('.')[0]}-auth-token`;
    const listeners: SessionListener[] = [];
    /** What another tab has told of, while the browser has not brought its storage here yet: that takes its own way. */
    let ahead: Session | null = null;

    const auth = lazyCode(async () => {
      const { AuthClient } = await import('./auth-client.ts');
      const client = new AuthClient({
        url: service('auth/v1'),
        headers: { Authorization: `Bearer ${publishableKey}`, apikey: publishableKey },
        storageKey,
        autoRefreshToken: true,
        persistSession: true,
        // features/session/auth-callback.ts takes a session out of the address before other code reads it.
        detectSessionInUrl: false,
        flowType: 'pkce',
        fetch: (input, init) => fetch(input, inTime(init)),
      });
      client.onAuthStateChange((_event, session) => {
        ahead = readStoredSession(storageKey).state === 'none' ? session : null;
        for (const tell of listeners) tell(session);
      });
      return client;
    });
    const accessToken = async () => {
      const stored = readStoredSession(storageKey);
      if (stored.state === 'none') return ahead?.access_token ?? publishableKey;
      ahead = null;
      if (stored.state === 'fresh') return stored.session.access_token;
      // auth-js would try for half a minute.
      if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
      const { data, error } = await (await auth()).getSession();
      // It could not be renewed, and is not over: asked as a visitor, the backend would answer something else.
      if (error && readStoredSession(storageKey).state !== 'none') throw error;
      return data.session?.access_token ?? publishableKey;
    };
    const takeFirstAnswer = firstAnswers(document);
    const authorisedFetch: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      const token = await accessToken();
      const known = takeFirstAnswer(input, init, token === publishableKey);
      if (known) return known;
      if (!headers.has('apikey')) headers.set('apikey', publishableKey);
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };

    super(service('rest/v1'), {
      schema: 'public',
      fetch: authorisedFetch,
      timeout: ANSWER_TIMEOUT,
      // The query cache tries reads again; twice over, a page would take half a minute to say that it failed.
      retry: false,
    });
    this.settings = settings;
    this.storageKey = storageKey;
    this.auth = auth;
    this.onSession = (listener) => void listeners.push(listener);
    this.authSettings = async (signal) => {
      const headers = { apikey: publishableKey };
      const response = await fetch(service('auth/v1/settings'), { headers, signal });
      if (!response.ok) throw new Error(`The auth service answered ${response.status}.`);
      return response.json();
    };
    this.storage = lazyCode(async () => {
      const { StorageClient } = await import('@supabase/storage-js');
      return new StorageClient(service('storage/v1'), {}, (input, init) =>
        authorisedFetch(input, inTime(init)),
      );
    });
    this.functions = lazyCode(async () => {
      const { FunctionsClient } = await import('@supabase/functions-js');
      return new FunctionsClient(service('functions/v1'), { customFetch: authorisedFetch });
    });
    this.realtime = lazyCode(async () => {
      const { RealtimeClient } = await import('@supabase/realtime-js');
      const client = new RealtimeClient(service('realtime/v1').replace(/^http/, 'ws'), {
        params: { apikey: publishableKey },
        fetch: authorisedFetch,
        accessToken,
      });
      this.onSession((session) => void client.setAuth(session?.access_token));
      return client;
    });
  }
}
