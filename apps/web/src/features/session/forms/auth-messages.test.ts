import { GoTrueClient } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { networkFailures } from '#test/network-failures.ts';
import { authMessage } from './auth-messages.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

/** What one reads when signing in is answered so. */
async function wordsFor(answer: () => Response | Promise<Response>): Promise<string> {
  const client = new GoTrueClient({ url: 'http://undertone.test', fetch: async () => answer() });
  const { error } = await client.signInWithPassword({
    email: 'mira@undertone.test',
    password: 'a',
  });
  return authMessage(error);
}

// The first of them is an answer, and has the server's own words.
it.each(networkFailures.slice(1))('asks for another try when %s', async (_what, answer) => {
  expect(await wordsFor(answer)).toBe(
    'No answer came. Please check your connection and try again.',
  );
});

it('asks for another try when only a proxy answers', async () => {
  expect(await wordsFor(() => new Response('Bad Gateway', { status: 502 }))).toMatch(/^No answer/);
});

it('has words of its own for what people meet, and the server’s for the rest', async () => {
  const refusal = (code: string, msg: string) => () => json({ code, error_code: code, msg }, 400);
  expect(await wordsFor(refusal('user_banned', 'User is banned'))).toBe(
    'This account cannot sign in at the moment.',
  );
  expect(await wordsFor(refusal('invalid_credentials', 'Invalid login credentials'))).toBe(
    'Invalid login credentials',
  );
});
