import { beforeEach, expect, it, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import type { App } from '#lib/app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { blockedPeopleOptions, setBlocked } from './block-mutations.ts';

const BLOCKS = '/rest/v1/blocks';

let app: App;

beforeEach(() => {
  app = createTestApp();
});

it('setBlocked treats a second block as saved', async () => {
  rememberSession('mira');
  fakeBackend({
    [`POST ${BLOCKS}`]: () => json({ code: '23505', message: 'duplicate key value' }, 409),
  });
  await expect(setBlocked(app.client, 'id-of-noor', true)).resolves.toBeUndefined();
});

it('setBlocked removes only the signed-in user’s own block', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    [`DELETE ${BLOCKS}`]: () => new Response(null, { status: 204 }),
  });
  await setBlocked(app.client, 'id-of-noor', false);
  expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toEqual({
    blocker_id: 'eq.id-of-mira',
    blocked_id: 'eq.id-of-noor',
  });
});

it.each([
  ['blocks', true],
  ['unblocks', false],
])('setBlocked %s no one without a session', async (_what, on) => {
  const { requests } = fakeBackend({});
  await expect(setBlocked(app.client, 'id-of-noor', on)).rejects.toThrow('User not authenticated');
  expect(requests).toEqual([]);
});

it('setBlocked rejects with another error than NotAuthenticatedError when the server cannot be reached', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  // Loads auth-js before the clock is faked.
  await import('#lib/auth-client.ts');
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({});
  vi.useFakeTimers();
  const outcome = setBlocked(app.client, 'id-of-noor', true).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isNotAuthenticated(await outcome)).toBe(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('blockedPeopleOptions reads the blocked users with name and picture in one request', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    [`GET ${BLOCKS}`]: () =>
      json([
        { blocked_id: 'id-of-noor', person: { username: 'noor', avatar_url: null } },
        { blocked_id: 'id-of-ben', person: null },
      ]),
  });
  expect(await app.queryClient.fetchQuery(blockedPeopleOptions(app.client, 'id-of-mira'))).toEqual([
    { userId: 'id-of-noor', username: 'noor', avatarUrl: undefined },
    { userId: 'id-of-ben', username: undefined, avatarUrl: undefined },
  ]);
  expect(requests).toHaveLength(1);
  expect(new URL(requests[0]?.url ?? '').searchParams.get('blocker_id')).toBe('eq.id-of-mira');
});
