import { useMutation, useQueryClient } from '@tanstack/react-query';
import { supabase } from '#lib/supabase.ts';
import { usernameAvailableOptions } from './queries.ts';

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

/** Signs in with an email and a password; the session then reaches the page through its store. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const auth = await supabase.auth();
      const { error } = await auth.signInWithPassword(credentials);
      if (error) throw error;
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
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, password, username }: NewAccount) => {
      const available = await queryClient.fetchQuery(usernameAvailableOptions(username));
      if (!available) throw new UsernameTakenError(`The username ${username} is taken.`);
      const auth = await supabase.auth();
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { username }, emailRedirectTo: `${location.origin}/app` },
      });
      if (error) throw error;
      return { signedIn: data.session !== null };
    },
  });
}
