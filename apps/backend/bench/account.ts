import type { TestBackend } from '@undertone/test-support/backend';

/** The password of every account of a bench. */
export const password = 'a long enough passphrase';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/**
 * Signs up an account as the app does.
 * @param headers further headers of the request
 */
export async function signUp(
  { url, publishableKey }: TestBackend,
  username: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Account> {
  const email = `${username}@example.com`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, data: { username } }),
  });
  if (!response.ok) throw new Error(`${username} could not sign up: ${await response.text()}`);
  const session: { access_token: string; refresh_token: string; user: { id: string } } = JSON.parse(
    await response.text(),
  );
  return {
    id: session.user.id,
    email,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
  };
}
