import type { Provider } from '@supabase/auth-js';
import { PostgrestError } from '@supabase/postgrest-js';
import { useMutation } from '@tanstack/react-query';
import { isUniqueViolation } from '#lib/backend-error.ts';
import { useApp, useClient, type App } from '#lib/app.ts';
import { callbackUrl } from './callback-url.ts';
import { sessionKeys } from './queries.ts';
import { usernameAvailableOptions } from '#features/session/forms/username-availability.ts';
import { isSecondFactorRequired } from './second-factor-required.ts';

interface Credentials {
  email: string;
  password: string;
}

interface NewAccount extends Credentials {
  username: string;
  /** The code of an invitation, as typed. */
  invitation: string | undefined;
}

/** Another user has the requested username. */
export class UsernameTakenError extends Error {
  override name = 'UsernameTakenError';
  /** Shown to the user. */
  override message = 'This username is already taken. Please choose another one.';
}

/** The error to throw when a profile could not be written: UsernameTakenError for a unique violation. */
export function profileWriteError(error: PostgrestError): Error {
  return isUniqueViolation(error)
    ? new UsernameTakenError(undefined, { cause: error })
    : // postgrest-js returns a plain object, not an Error.
      new PostgrestError(error);
}

/** The account's email address has to be confirmed before the account can sign in. */
export class EmailNotConfirmedError extends Error {
  override name = 'EmailNotConfirmedError';
}

/**
 * Signs in with email and password; the page receives the session through the session store.
 *
 * @returns whether the account requires a second factor now
 * @throws {EmailNotConfirmedError}
 */
export function useSignIn() {
  const client = useClient();
  return useMutation({
    mutationFn: async ({ email, password }: Credentials) => {
      const auth = await client.auth();
      const { data, error } = await auth.signInWithPassword({
        email,
        password: password.normalize(),
      });
      if (error?.code === 'email_not_confirmed') {
        throw new EmailNotConfirmedError(error.message, { cause: error });
      }
      if (error) throw error;
      return { secondStep: isSecondFactorRequired(data.session) };
    },
  });
}

/**
 * Creates an account.
 *
 * @param next the path that a mail's link opens once the address is confirmed
 * @returns whether the user is signed in now; if not, they have to confirm their email address first
 * @throws {UsernameTakenError}
 */
export function useSignUp(next?: string) {
  const app = useApp();
  return useMutation({
    mutationFn: async ({ email, password, ...data }: NewAccount) => {
      await requireUsername(app, data.username);
      const auth = await app.client.auth();
      const { data: started, error } = await auth.signUp({
        email,
        // Keyboards write an accented letter in one of two ways; NFC is the one that all send.
        password: password.normalize(),
        options: { data, emailRedirectTo: callbackUrl(next) },
      });
      if (error) throw error;
      return { signedIn: started.session !== null };
    },
  });
}

/** Redirects to a sign-in provider, which redirects back to /auth/callback; that page then opens `next`. */
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
 * Checks immediately before a username is saved that it is still available, because another user may have
 * taken it since it was typed.
 *
 * @param userId the account that requests the name; undefined at sign-up
 * @throws {UsernameTakenError}
 */
export async function requireUsername(
  { client, queryClient }: App,
  username: string,
  userId?: string,
): Promise<void> {
  const available = await queryClient.fetchQuery(
    usernameAvailableOptions(client, username, userId),
  );
  if (!available) throw new UsernameTakenError();
}

/**
 * Saves the username of an account that a sign-in provider created without one.
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
      if (error) throw profileWriteError(error);
      await queryClient.invalidateQueries({ queryKey: sessionKeys.profile(userId) });
    },
  });
}
