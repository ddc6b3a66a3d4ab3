import { useMutation } from '@tanstack/react-query';
import { callbackUrl } from '#features/session/callback-url.ts';
import { useApp, useClient, type App } from '#lib/app.ts';
import { functionRefusal } from '#lib/function-refusal.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { securityKeys } from './security-queries.ts';

/** The page that the links of the mails to both addresses open. */
const mailOptions = () => ({ emailRedirectTo: callbackUrl('/settings') });

/** Requests a new email address. The change takes effect once the links in the mails to both addresses were followed. */
export async function changeEmail({ client, queryClient }: App, email: string): Promise<void> {
  const { error } = await (await client.auth()).updateUser({ email }, mailOptions());
  if (error) throw error;
  await queryClient.invalidateQueries({ queryKey: securityKeys.account() });
}

/** Sends the mails for a new address again. */
export async function resendEmailChange(client: SupabaseClient, email: string): Promise<void> {
  const auth = await client.auth();
  const { error } = await auth.resend({ type: 'email_change', email, options: mailOptions() });
  if (error) throw error;
}

/** Signs one other device out, by the id of its session, or all others. */
export function useEndSessions() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (target: string) => {
      if (target === 'others') {
        const { error } = await (await client.auth()).signOut({ scope: 'others' });
        if (error) throw error;
      } else {
        await client.rpc('end_session', { session_id: target }).throwOnError();
      }
      await queryClient.invalidateQueries({ queryKey: securityKeys.sessions() });
    },
  });
}

/** The server requires authentication again before it deletes the account. */
export class IdentityNeededError extends Error {
  override name = 'IdentityNeededError';
}

/**
 * Deletes the account with all its data. The caller then removes the session.
 *
 * @throws {IdentityNeededError} when the user has to authenticate again
 */
export function useDeleteAccount() {
  const client = useClient();
  return useMutation({
    mutationFn: async () => {
      const functions = await client.functions();
      let error: unknown;
      let response: Awaited<ReturnType<typeof functionRefusal>>;
      // An account with very many rows is deleted in several calls, each of which continues the last.
      do {
        ({ error } = await functions.invoke('delete-account', { body: {} }));
        if (!error) return;
        response = await functionRefusal(
          error,
          'The account could not be deleted. Please try again.',
        );
      } while (response.code === 'deletion_unfinished');
      const { code, message } = response;
      if (code === 'reauthentication_needed' || code === 'insufficient_aal') {
        throw new IdentityNeededError(message, { cause: error });
      }
      throw new Error(message, { cause: error });
    },
  });
}
