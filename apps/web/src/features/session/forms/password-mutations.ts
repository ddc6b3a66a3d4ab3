import { useMutation } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import { callbackUrl } from '#features/session/callback-url.ts';

/** Asks for a mail that leads to a new password. The answer is the same for every address. */
export function useRequestRecovery() {
  const client = useClient();
  return useMutation({
    mutationFn: async (email: string) => {
      const auth = await client.auth();
      const redirectTo = new URL('/auth/reset-password', location.origin).href;
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
      if (error) throw error;
    },
  });
}

/** Signs in with the code of a mail: of one that confirms the address, or that leads to a new password. */
export function useMailCode() {
  const client = useClient();
  return useMutation({
    mutationFn: async (given: { email: string; token: string; type: 'email' | 'recovery' }) => {
      const { error } = await (await client.auth()).verifyOtp(given);
      if (error) throw error;
    },
  });
}

/** Sends the mail again that confirms the address of a new account. */
export function useResendConfirmation() {
  const client = useClient();
  return useMutation({
    mutationFn: async (email: string) => {
      const auth = await client.auth();
      const options = { emailRedirectTo: callbackUrl() };
      const { error } = await auth.resend({ type: 'signup', email, options });
      if (error) throw error;
    },
  });
}

/** The server wants a code from a mail before it changes the password. */
export class ReauthenticationNeededError extends Error {
  override name = 'ReauthenticationNeededError';
}

/**
 * Gives the account a new password.
 *
 * @throws {ReauthenticationNeededError} where the server asks for a code from a
 * mail; the mail has been sent, and the code comes along as `nonce` the next time
 */
export function useChangePassword() {
  const client = useClient();
  return useMutation({
    mutationFn: async ({ password, nonce }: { password: string; nonce?: string }) => {
      const auth = await client.auth();
      const { error } = await auth.updateUser({ password, ...(nonce !== undefined && { nonce }) });
      if (error?.code === 'reauthentication_needed') {
        const sent = await auth.reauthenticate();
        if (sent.error) throw sent.error;
        throw new ReauthenticationNeededError(error.message, { cause: error });
      }
      if (error) throw error;
    },
  });
}
