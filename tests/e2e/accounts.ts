import type { BrowserContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@undertone/database-types/database';
import type { TestBackend } from '@undertone/test-support/backend';

type Client = SupabaseClient<Database>;

/** Entries of a browser's local storage. */
export type LocalStorage = Readonly<Record<string, string>>;

/** An account of the backend with a signed-in API client. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly client: Client;
  /** What a browser starts with: the client's session, that the account has posted in its own voice before, and that its first steps are over. */
  readonly localStorage: LocalStorage;
}

type Address = Pick<TestBackend, 'url' | 'publishableKey'>;

/** A password that the site accepts. */
export const password = 'a late evening 7';

/** Returns a username that no other account has. */
export const uniqueUsername = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`;

export const emailOf = (username: string): string => `${username}@journeys.example`;

/**
 * Creates an API client that is signed out.
 *
 * @param stored receives the entries that auth-js would write to local storage
 */
export function apiClient({ url, publishableKey }: Address, stored = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return createClient<Database>(url, publishableKey, {
    auth: { storage, autoRefreshToken: false },
  });
}

/** Creates another session of an account. @returns local storage for a browser on another device */
export async function signInAgain(
  backend: Address,
  { email }: Pick<Account, 'email'>,
): Promise<LocalStorage> {
  const stored = new Map<string, string>();
  const { error } = await apiClient(backend, stored).auth.signInWithPassword({ email, password });
  if (error) throw error;
  return Object.fromEntries(stored);
}

/** Creates an account through the API, as the sign-up form does. */
export async function createAccount(backend: Address, name: string): Promise<Account> {
  const username = uniqueUsername(name);
  const email = emailOf(username);
  const stored = new Map<string, string>();
  const client = apiClient(backend, stored);
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { username } },
  });
  if (error) throw error;
  if (!data.user) throw new Error('Signing up gave no account.');
  const { id } = data.user;
  stored.set(`undertone:voice-notice/${id}`, 'own-voice');
  stored.set(`undertone:first-steps/${id}`, 'over');
  return { id, username, email, password, client, localStorage: Object.fromEntries(stored) };
}

/**
 * Stores a session where auth-js reads it, before any script of the site runs. A marker beside it
 * prevents later pages of the context from restoring a session that has ended.
 */
export async function storeSession(
  context: BrowserContext,
  origin: string,
  session: LocalStorage,
): Promise<void> {
  await context.addInitScript(
    ({ origin, session }) => {
      if (location.origin !== origin || localStorage.getItem('session-stored') !== null) return;
      localStorage.setItem('session-stored', 'true');
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { origin, session },
  );
}
