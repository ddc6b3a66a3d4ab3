import type { Provider } from '@supabase/auth-js';
import { PostgrestError } from '@supabase/postgrest-js';
import { useMutation } from '@tanstack/react-query';
import { isUniqueViolation } from '#lib/backend-error.ts';
import { useApp, useClient, type App } from '#lib/app.ts';
import { callbackUrl } from './callback-url.ts';
import { sessionKeys } from './queries.ts';
import { usernameAvailableOptions } from '#features/session/forms/username-queries.ts';
import { isSecondStepDue } from './second-step-due.ts';

interface Credentials {
  email: string;
  password: string;
}

interface NewAccount extends Credentials {
  username: string;
}

/** Someone else has the username that was asked for. */
export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
}

/** What has kept a profile from being written: a UsernameTakenError where someone has the name. */
export function profileWriteError(error: PostgrestError, username: string): Error {
  return isUniqueViolation(error)
    ? new UsernameTakenError(`The username ${username} is taken.`, { cause: error })
    : // What postgrest-js hands out is no Error, but what one is made of.
      new PostgrestError(error);
}

/** The account has to confirm its email address before it can sign in. */
export class EmailNotConfirmedError extends Error {
  override name = 'EmailNotConfirmedError';
}

/**
 * Signs in with an email and a password; the session then reaches the page through its store.
 *
 * @returns whether the account asks for a second factor now
 * @throws {EmailNotConfirmedError}
 */
export function useSignIn() {
  const client = useClient();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const auth = await client.auth();
      const { data, error } = await auth.signInWithPassword(credentials);
      if (error?.code === 'email_not_confirmed') {
        throw new EmailNotConfirmedError(error.message, { cause: error });
      }
      if (error) throw error;
      return { secondStep: isSecondStepDue(data.session) };
    },
  });
}

/**
 * Makes an account. The username is checked once more right before, for it may
 * have been taken since it was typed.
 *
 * @returns whether the person is signed in now, or has to confirm their email first
 */
export function useSignUp() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async ({ email, password, username }: NewAccount) => {
      const available = await queryClient.fetchQuery(usernameAvailableOptions(client, username));
      if (!available) throw new UsernameTakenError(`The username ${username} is taken.`);
      const auth = await client.auth();
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { username }, emailRedirectTo: callbackUrl() },
      });
      if (error) throw error;
      return { signedIn: data.session !== null };
    },
  });
}

/** Takes the person to a third party that knows them; they come back to /auth/callback, and go on to `next`. */
export function useSignInWithProvider() {
  const { client, redirect } = useApp();
  return useMutation({
    mutationFn: async ({ provider, next }: { provider: Provider; next: string | undefined }) => {
      const auth = await client.auth();
      const { data, error } = await auth.signInWithOAuth({
        provider,
        options: { redirectTo: callbackUrl(next), skipBrowserRedirect: true },
      });
      if (error) throw error;
      redirect(data.url);
    },
  });
}

/**
 * Asks whether an account may take a username, right before it is saved: it may have
 * been taken since it was typed.
 *
 * @throws {UsernameTakenError}
 */
export async function requireUsername(
  { client, queryClient }: App,
  username: string,
  userId: string,
): Promise<void> {
  const available = await queryClient.fetchQuery(
    usernameAvailableOptions(client, username, userId),
  );
  if (!available) throw new UsernameTakenError(`The username ${username} is taken.`);
}

/**
 * Gives an account its username that came without one.
 *
 * @throws {UsernameTakenError}
 */
export function useChooseUsername(userId: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (username: string) => {
      const { error } = await client
        .from('profiles')
        .update({ username })
        .eq('user_id', userId)
        .select('username')
        .single();
      if (error) throw profileWriteError(error, username);
      await queryClient.invalidateQueries({ queryKey: sessionKeys.profile(userId) });
    },
  });
}
