import type { GoTrueClient, Session } from '@supabase/auth-js';
import type { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import type { StorageClient } from '@supabase/storage-js';
import type { Database } from '@undertone/database-types/database';
import type { Settings } from './site-settings.ts';
import { preloadedResponses } from './preloaded-responses.ts';
import { lazyCode } from './lazy-code.ts';
import { readStoredSession } from './stored-session.ts';

/** The version of PostgREST, on which postgrest-js bases the types of results. */
type RestOptions = { PostgrestVersion: '14' };

/** The timeout of requests to auth, database and storage, in milliseconds. */
export const ANSWER_TIMEOUT = 15_000;

/** Request options with the timeout. */
const withTimeout = (init?: RequestInit): RequestInit => ({
  ...init,
  signal: AbortSignal.timeout(ANSWER_TIMEOUT),
});

type SessionListener = (session: Session | null) => void;

/**
 * The client of the backend: like that of supabase-js' `createClient`, composed from the packages of
 * supabase-js so that a page loads only those it needs.
 *
 * `from` and `rpc` are available at once and use the session of the signed-in user. The code of the
 * other services is fetched at their first use: `(await client.storage()).from(…)`.
 */
export class SupabaseClient extends PostgrestClient<Database, RestOptions, 'public'> {
  readonly settings: Settings;
  /** The key of the session in local storage. */
  readonly storageKey: string;
  /** The client of the auth service. Once loaded it renews the session and synchronises it with other tabs. */
  readonly auth: () => Promise<GoTrueClient>;
  /** Calls the listener with every new session of `auth`, and with null when the session has ended. */
  readonly onSession: (listener: SessionListener) => void;
  /** `GET /auth/v1/settings`: the settings of the auth service, read without loading its client. */
  readonly authSettings: (signal: AbortSignal) => Promise<unknown>;
  /** The client of the storage service. For uploads use `uploadStorage`. */
  readonly storage: () => Promise<StorageClient>;
  /** The client of the server functions. */
  readonly functions: () => Promise<FunctionsClient>;
  /** The client of the realtime service. New access tokens of the session are passed on to it. */
  readonly realtime: () => Promise<RealtimeClient>;

  constructor(settings: Settings) {
    const { supabaseUrl, publishableKey } = settings;
    const base = new URL(supabaseUrl.endsWith('/') ? supabaseUrl : `${supabaseUrl}/`);
    const service = (path: string) => new URL(path, base).href;
    // The default name of supabase-js, so that a site that changes to this client keeps its sessions.
    const storageKey = `sb-${base.hostname.split('.')[0]}-auth-token`;
    const listeners: SessionListener[] = [];
    /** A session that another tab has announced before the browser has synchronised local storage. */
    let announced: Session | null = null;

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
        fetch: (input, init) => fetch(input, withTimeout(init)),
      });
      client.onAuthStateChange((_event, session) => {
        announced = readStoredSession(storageKey).state === 'none' ? session : null;
        for (const notify of listeners) notify(session);
      });
      return client;
    });
    const accessToken = async () => {
      const stored = readStoredSession(storageKey);
      if (stored.state === 'none') return announced?.access_token ?? publishableKey;
      announced = null;
      if (stored.state === 'fresh') return stored.session.access_token;
      // Offline, auth-js would retry for half a minute.
      if (!navigator.onLine) throw new TypeError('Failed to fetch: there is no network.');
      const { data, error } = await (await auth()).getSession();
      // The session has not ended, but could not be renewed. A request as a visitor would get another response.
      if (error && readStoredSession(storageKey).state !== 'none') throw error;
      return data.session?.access_token ?? publishableKey;
    };
    const takePreloaded = preloadedResponses(document);
    const authorisedFetch: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      const token = await accessToken();
      const preloaded = takePreloaded(input, init, token === publishableKey);
      if (preloaded) return preloaded;
      if (!headers.has('apikey')) headers.set('apikey', publishableKey);
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };

    super(service('rest/v1'), {
      schema: 'public',
      fetch: authorisedFetch,
      timeout: ANSWER_TIMEOUT,
      // The query cache retries reads. If both retried, a page would take half a minute to show a failure.
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
        authorisedFetch(input, withTimeout(init)),
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
