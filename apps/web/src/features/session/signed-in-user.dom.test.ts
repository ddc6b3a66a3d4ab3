import { beforeEach, expect, it, vi } from 'vitest';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { isNotAuthenticated } from './not-authenticated.ts';
import { signedInUserId } from './signed-in-user.ts';

const REFRESH = 'POST /auth/v1/token';

let client: SupabaseClient;

beforeEach(() => {
  ({ client } = createTestApp());
});

const failure = () => signedInUserId(client).catch((cause: unknown) => cause);

it('reads the user of a fresh session without any request', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({});
  expect(await signedInUserId(client)).toBe('id-of-mira');
  expect(requests).toEqual([]);
});

it('throws NotAuthenticatedError when no session is stored', async () => {
  expect(await failure()).toMatchObject({ message: 'User not authenticated' });
});

it('renews an expired session and reads its user', async () => {
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({ [REFRESH]: () => json(sessionOf('mira')) });
  expect(await signedInUserId(client)).toBe('id-of-mira');
});

it('throws NotAuthenticatedError when the server has ended the session', async () => {
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({
    [REFRESH]: () => json({ code: 'refresh_token_not_found', message: 'Invalid token' }, 400),
  });
  expect(isNotAuthenticated(await failure())).toBe(true);
});

it('throws another error when an expired session cannot be renewed for lack of a network', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({});
  vi.useFakeTimers();
  const outcome = failure();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isNotAuthenticated(await outcome)).toBe(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
