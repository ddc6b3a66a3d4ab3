import { useMutation } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import { callbackUrl } from '#features/session/auth-callback.ts';

/** Requests a mail for a password reset. The answer does not reveal whether the address has an account. */
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

/** Signs in with the code from a confirmation mail or a password reset mail. */
export function useMailCode() {
  const client = useClient();
  return useMutation({
    mutationFn: async (code: { email: string; token: string; type: 'email' | 'recovery' }) => {
      const { error } = await (await client.auth()).verifyOtp(code);
      if (error) throw error;
    },
  });
}

/** Sends a new account's confirmation mail again. */
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

/** The server requires a code from a mail before it changes the password. */
export class ReauthenticationNeededError extends Error {
  override name = 'ReauthenticationNeededError';
}

/**
 * Changes the account's password.
 *
 * @throws {ReauthenticationNeededError} when the server requires a code; the mail with the code
 * has been sent, and the next call passes the code as `nonce`
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
