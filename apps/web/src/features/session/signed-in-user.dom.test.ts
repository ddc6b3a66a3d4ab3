import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SupabaseClient } from '#lib/supabase.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { isNotAuthenticated, signedInUserId } from './signed-in-user.ts';

const REFRESH = 'POST /auth/v1/token';

afterEach(() => void vi.unstubAllGlobals());

let client: SupabaseClient;

beforeEach(() => {
  ({ client } = createTestApp());
});

const failure = () => signedInUserId(client).catch((cause: unknown) => cause);

it('is told by a fresh session without any request', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({});
  expect(await signedInUserId(client)).toBe('id-of-mira');
  expect(requests).toEqual([]);
});

it('is nobody where there is no session', async () => {
  expect(await failure()).toMatchObject({ message: 'User not authenticated' });
});

it('is told by a session that could be renewed', async () => {
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({ [REFRESH]: () => json(sessionOf('mira')) });
  expect(await signedInUserId(client)).toBe('id-of-mira');
});

it('is nobody once the server has ended the session', async () => {
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({
    [REFRESH]: () => json({ code: 'refresh_token_not_found', message: 'Invalid token' }, 400),
  });
  expect(isNotAuthenticated(await failure())).toBe(true);
});

it('is not known while a session cannot be renewed for want of a network', async () => {
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
