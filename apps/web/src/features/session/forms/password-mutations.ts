import { callbackUrl } from '#features/session/callback-url.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Requests a mail for a password reset. The response does not reveal whether the address has an account. */
export async function requestRecovery(client: SupabaseClient, email: string): Promise<void> {
  const auth = await client.auth();
  const redirectTo = new URL('/auth/reset-password', location.origin).href;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}

/** The code from a mail that confirms an email address or resets a password. */
interface MailCode {
  email: string;
  token: string;
  type: 'email' | 'recovery';
}

/** Signs in with the code from a mail. */
export async function signInWithMailCode(client: SupabaseClient, code: MailCode): Promise<void> {
  const { error } = await (await client.auth()).verifyOtp(code);
  if (error) throw error;
}

/** Sends a new account's confirmation mail again. */
export async function resendConfirmation(
  client: SupabaseClient,
  email: string,
  next: string | undefined,
): Promise<void> {
  const auth = await client.auth();
  const options = { emailRedirectTo: callbackUrl(next) };
  const { error } = await auth.resend({ type: 'signup', email, options });
  if (error) throw error;
}

/** The server requires a code from a mail before it changes the password. */
export class ReauthenticationNeededError extends Error {
  override name = 'ReauthenticationNeededError';
}

interface PasswordChange {
  password: string;
  /** The account's present password, if the user has given it. */
  current_password?: string;
  /** The code from the mail, when the server has required one. */
  nonce?: string;
}

/**
 * Changes the account's password.
 *
 * @throws {ReauthenticationNeededError} when the server requires a code, and has sent the mail with it
 */
export async function changePassword(
  client: SupabaseClient,
  { password, current_password: current, ...change }: PasswordChange,
): Promise<void> {
  const auth = await client.auth();
  const { error } = await auth.updateUser({
    ...change,
    password: password.normalize(),
    ...(current !== undefined && { current_password: current.normalize() }),
  });
  if (error?.code === 'reauthentication_needed') {
    const sent = await auth.reauthenticate();
    if (sent.error) throw sent.error;
    throw new ReauthenticationNeededError(error.message, { cause: error });
  }
  if (error) throw error;
}

/** Signs in with the password again, which makes the session recently authenticated. */
export async function confirmPassword(
  client: SupabaseClient,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const auth = await client.auth();
  const { error } = await auth.signInWithPassword({ email, password: password.normalize() });
  if (error) throw error;
}
