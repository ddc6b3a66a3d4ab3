import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { supabase } from '#lib/supabase.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { blockedPeopleOptions, blockPerson, unblockPerson } from './block-mutations.ts';

const BLOCKS = '/rest/v1/blocks';

afterEach(() => void vi.unstubAllGlobals());

afterAll(async () => (await supabase.auth()).dispose());

it('blocks someone in one’s own name', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    [`POST ${BLOCKS}`]: () => new Response(null, { status: 201 }),
  });
  await blockPerson('id-of-noor');
  expect(await requests[0]?.json()).toEqual({
    blocker_id: 'id-of-mira',
    blocked_id: 'id-of-noor',
  });
});

it('counts a second block as done', async () => {
  rememberSession('mira');
  fakeBackend({
    [`POST ${BLOCKS}`]: () => json({ code: '23505', message: 'duplicate key value' }, 409),
  });
  await expect(blockPerson('id-of-noor')).resolves.toBeUndefined();
});

it('takes back only one’s own block', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    [`DELETE ${BLOCKS}`]: () => new Response(null, { status: 204 }),
  });
  await unblockPerson('id-of-noor');
  expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toEqual({
    blocker_id: 'eq.id-of-mira',
    blocked_id: 'eq.id-of-noor',
  });
});

it.each([
  ['block', 'POST', blockPerson],
  ['taking it back', 'DELETE', unblockPerson],
])('says so when a %s fails', async (_what, method, act) => {
  rememberSession('mira');
  fakeBackend({
    [`${method} ${BLOCKS}`]: () => json({ code: '42501', message: 'not allowed' }, 403),
  });
  await expect(act('id-of-noor')).rejects.toThrow('not allowed');
});

it.each([
  ['blocks', blockPerson],
  ['unblocks', unblockPerson],
])('%s no one without a session', async (_what, act) => {
  const { requests } = fakeBackend({});
  await expect(act('id-of-noor')).rejects.toThrow('User not authenticated');
  expect(requests).toEqual([]);
});

it('does not ask to sign in when the server cannot be reached', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  // No clock is faked for the code that is to come.
  await import('#lib/auth-client.ts');
  rememberSession('mira', { expiresIn: -60 });
  fakeBackend({});
  vi.useFakeTimers();
  const outcome = blockPerson('id-of-noor').catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isNotAuthenticated(await outcome)).toBe(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reads in one request whom one has blocked, with name and picture', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    [`GET ${BLOCKS}`]: () =>
      json([
        { blocked_id: 'id-of-noor', person: { username: 'noor', avatar_url: null } },
        { blocked_id: 'id-of-ben', person: null },
      ]),
  });
  expect(await new QueryClient().fetchQuery(blockedPeopleOptions('id-of-mira'))).toEqual([
    { userId: 'id-of-noor', username: 'noor', avatarUrl: undefined },
    { userId: 'id-of-ben', username: undefined, avatarUrl: undefined },
  ]);
  expect(requests).toHaveLength(1);
  expect(new URL(requests[0]?.url ?? '').searchParams.get('blocker_id')).toBe('eq.id-of-mira');
});
