import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../packages/database-types/src/database.ts';
import type { Username } from './people.ts';

const PASSWORD = 'late-night-radio';

export type Client = SupabaseClient<Database>;

/** Someone who is signed in. */
export interface Member {
  readonly username: Username;
  readonly id: string;
  readonly client: Client;
}

/** What someone of the demo signs in with. */
export const demoAccount = (username: string) => ({
  email: `${username.replaceAll(/[^a-z0-9]/g, '')}@demo.example`,
  password: PASSWORD,
});

/** A client that keeps its session to itself. */
export const connect = (url: string, key: string): Client =>
  createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** Unwraps a supabase-js answer. */
export const ok = <Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] => {
  if (answer.error) throw answer.error;
  return answer.data;
};

/**
 * Signs someone up, or in if they have an account.
 * @throws when their name or their address belongs to somebody who is not of the demo
 */
export async function enter(client: Client, username: Username, isKnown: boolean): Promise<Member> {
  const account = demoAccount(username);
  const { user } = ok(
    isKnown
      ? await client.auth.signInWithPassword(account)
      : await client.auth.signUp({ ...account, options: { data: { username } } }),
  );
  if (!user) throw new Error(`${username} could not sign up`);
  return { username, id: user.id, client };
}
