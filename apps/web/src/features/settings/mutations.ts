import { useMutation } from '@tanstack/react-query';
import { callbackUrl } from '#features/session/callback-url.ts';
import { useApp, useClient } from '#lib/app.ts';
import { securityKeys } from './queries.ts';

/** Has the account's address exchanged for another, once the mails to both have been answered. */
export function useChangeEmail() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (email: string) => {
      const auth = await client.auth();
      const options = { emailRedirectTo: callbackUrl('/settings') };
      const { error } = await auth.updateUser({ email }, options);
      if (error) throw error;
      await queryClient.invalidateQueries({ queryKey: securityKeys.account() });
    },
  });
}

/** Sends the mails about a new address again. */
export function useResendEmailChange() {
  const client = useClient();
  return useMutation({
    mutationFn: async (email: string) => {
      const auth = await client.auth();
      const options = { emailRedirectTo: callbackUrl('/settings') };
      const { error } = await auth.resend({ type: 'email_change', email, options });
      if (error) throw error;
    },
  });
}

/** Signs one other device out. */
export function useEndSession() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (id: string) => {
      await client.rpc('end_session', { session_id: id }).throwOnError();
      await queryClient.invalidateQueries({ queryKey: securityKeys.sessions() });
    },
  });
}

/** Signs all other devices out. */
export function useEndOtherSessions() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async () => {
      const { error } = await (await client.auth()).signOut({ scope: 'others' });
      if (error) throw error;
      await queryClient.invalidateQueries({ queryKey: securityKeys.sessions() });
    },
  });
}

/** What the server wants before it deletes an account. */
export class IdentityNeededError extends Error {
  override name = 'IdentityNeededError';
}

/**
 * Deletes the account with everything in it. What is left is to forget the session.
 *
 * @throws {IdentityNeededError} where the person has not shown lately who they are
 */
export function useDeleteAccount() {
  const client = useClient();
  return useMutation({
    mutationFn: async () => {
      const functions = await client.functions();
      let error: unknown;
      let answer: Awaited<ReturnType<typeof answerOf>>;
      // One with very many rows is deleted in several calls, each of which goes on with it.
      do {
        ({ error } = await functions.invoke('delete-account', { body: {} }));
        if (!error) return;
        answer = await answerOf(error);
      } while (answer.code === 'deletion_unfinished');
      const { code, message } = answer;
      if (code === 'reauthentication_needed' || code === 'insufficient_aal') {
        throw new IdentityNeededError(message, { cause: error });
      }
      throw new Error(message, { cause: error });
    },
  });
}

/** What a function has answered instead of succeeding. */
async function answerOf(cause: unknown): Promise<{ code: string | undefined; message: string }> {
  const general = 'The account could not be deleted. Please try again.';
  const response = cause instanceof Error && 'context' in cause ? cause.context : undefined;
  if (!(response instanceof Response)) return { code: undefined, message: general };
  const body: unknown = await response.json().catch(() => undefined);
  const { code, message } = (body ?? {}) as Partial<Record<string, unknown>>;
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : general,
  };
}

/** Shows the password once more, which makes the session a fresh one. */
export function useConfirmPassword() {
  const client = useClient();
  return useMutation({
    mutationFn: async (credentials: { email: string; password: string }) => {
      const { error } = await (await client.auth()).signInWithPassword(credentials);
      if (error) throw error;
    },
  });
}
