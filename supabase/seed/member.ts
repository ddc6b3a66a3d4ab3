import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../packages/database-types/src/database.ts';
import type { Username } from './people.ts';

const PASSWORD = 'late-night-radio';

export type Client = SupabaseClient<Database>;

/** A signed-in account of the demo. */
export interface Member {
  readonly username: Username;
  readonly id: string;
  readonly client: Client;
}

/** The address and password of an account of the demo. */
export const demoAccount = (username: string) => ({
  email: `${username.replaceAll(/[^a-z0-9]/g, '')}@demo.example`,
  password: PASSWORD,
});

/** Creates a client whose session is neither stored nor refreshed. */
export const connect = (url: string, key: string): Client =>
  createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** @returns the data of a supabase-js response. @throws its error */
export const ok = <Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] => {
  if (answer.error) throw answer.error;
  return answer.data;
};

/** Options with which `upsert` keeps a row that has the same values in the key's columns. */
export const once = (key: object) => ({
  onConflict: Object.keys(key).join(','),
  ignoreDuplicates: true,
});

/**
 * Signs an account up, or in if it exists.
 * @throws when another account has the username or the address
 */
export async function signUpOrIn(
  client: Client,
  username: Username,
  isKnown: boolean,
): Promise<Member> {
  const account = demoAccount(username);
  const { user } = ok(
    isKnown
      ? await client.auth.signInWithPassword(account)
      : await client.auth.signUp({ ...account, options: { data: { username } } }),
  );
  if (!user) throw new Error(`${username} could not sign up`);
  return { username, id: user.id, client };
}
