import { GoTrueClient } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { networkFailures } from '#test/network-failures.ts';
import { authMessage } from './auth-messages.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

/** The message for the server's response to a sign-in. */
async function messageFor(answer: () => Response | Promise<Response>): Promise<string> {
  const client = new GoTrueClient({ url: 'http://undertone.test', fetch: async () => answer() });
  const { error } = await client.signInWithPassword({
    email: 'mira@undertone.test',
    password: 'a',
  });
  return authMessage(error);
}

// The first failure is a response of the server, whose own message is shown.
it.each(networkFailures.slice(1))('asks the user to try again when %s', async (_what, answer) => {
  expect(await messageFor(answer)).toBe(
    'No answer came. Please check your connection and try again.',
  );
});

it('asks the user to try again when only a proxy responds', async () => {
  expect(await messageFor(() => new Response('Bad Gateway', { status: 502 }))).toMatch(
    /^No answer/,
  );
});

it('shows its own message for a known code, and the server’s for any other', async () => {
  const refusal = (code: string, msg: string) => () => json({ code, error_code: code, msg }, 400);
  expect(await messageFor(refusal('user_banned', 'User is banned'))).toBe(
    'This account cannot sign in at the moment.',
  );
  expect(await messageFor(refusal('invalid_credentials', 'Invalid login credentials'))).toBe(
    'Invalid login credentials',
  );
});
