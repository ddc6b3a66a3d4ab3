import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { openLiveChannel } from './live-channel.ts';
import type { SupabaseClient } from './supabase.ts';

let answers: Parameters<typeof fakeBackend>[0];
let requests: Request[];
let realtime: ReturnType<typeof fakeRealtime>;
let client: SupabaseClient;

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  answers = {};
  ({ requests } = fakeBackend(answers));
  realtime = fakeRealtime();
  ({ client } = createTestApp());
  onTestFinished(async () => void (await (await client.realtime()).disconnect()));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Listens to voice_drops, and resolves once changes are heard. */
async function listen(options: { filter?: string; event?: 'INSERT' } = {}) {
  const onChange = vi.fn<(change: { eventType: string; new: object; old: object }) => void>();
  const onJoin = vi.fn<() => void>();
  const close = openLiveChannel(client, { table: 'voice_drops', onChange, onJoin, ...options });
  onTestFinished(close);
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(1));
  return { close, onChange, onJoin };
}

const insert = (id: string) =>
  realtime.change({ type: 'INSERT', table: 'voice_drops', record: { id } });

it('hears changes of its table as the person who is signed in', async () => {
  const { access_token } = rememberSession('mira');
  const { onChange } = await listen({ event: 'INSERT', filter: 'user_id=eq.1' });
  expect(realtime.channels).toMatchObject([
    {
      token: access_token,
      wishes: [{ event: 'INSERT', schema: 'public', table: 'voice_drops', filter: 'user_id=eq.1' }],
    },
  ]);
  insert('a');
  realtime.change({ type: 'INSERT', table: 'notifications', record: { id: 'n' } });
  expect(onChange.mock.calls).toMatchObject([[{ eventType: 'INSERT', new: { id: 'a' } }]]);
});

it('gives each of several listeners a channel of its own, over one socket', async () => {
  const [one, other] = [await listen(), await listen()];
  expect(new Set(realtime.channels.map(({ socket }) => socket)).size).toBe(1);
  one.close();
  await vi.waitFor(() => expect(realtime.channels).toHaveLength(1));
  insert('a');
  expect(one.onChange).not.toHaveBeenCalled();
  expect(other.onChange).toHaveBeenCalledTimes(1);
});

it('opens nothing when it was called off before its code had come', async () => {
  openLiveChannel(client, { table: 'voice_drops', onChange: () => {} })();
  await listen();
  expect(realtime.joins).toBe(1);
});

it('comes back after an interruption, and says so', async () => {
  const { onChange, onJoin } = await listen();
  realtime.drop();
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  insert('a');
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('opens again when the server has closed it', async () => {
  const { onJoin } = await listen();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  realtime.close();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(2));
});

it('goes on as whoever signs in', async () => {
  rememberSession('mira');
  await listen();
  const { access_token } = rememberSession('noor');
  await (await client.realtime()).setAuth();
  realtime.drop();
  await vi.waitFor(() => expect(realtime.channels[0]?.token).toBe(access_token), {
    timeout: 10_000,
  });
});

describe('when the session has ended elsewhere', () => {
  const over = () => json({ error_code: 'session_not_found', msg: 'Session is gone' }, 403);
  const asked = () => requests.filter(({ url }) => url.endsWith('/auth/v1/user')).length;

  it('stops at once, asks once whether that is so, and has the page know', async () => {
    const { access_token } = rememberSession('mira');
    answers['GET /auth/v1/user'] = over;
    await listen();
    await listen();
    const onSession = vi.fn();
    client.onSession(onSession);
    realtime.endSession(access_token);
    await vi.waitFor(() => expect(onSession).toHaveBeenLastCalledWith(null), { timeout: 10_000 });
    expect(asked()).toBe(1);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    expect(realtime.refusals).toBe(0);
  });

  it('goes on as a visitor, where a page is for those too', async () => {
    const { access_token } = rememberSession('mira');
    answers['GET /auth/v1/user'] = over;
    const { onJoin } = await listen();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    realtime.endSession(access_token);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull());
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(2));
    expect(realtime.channels[0]?.token).toBe('sb_publishable_test');
    expect(realtime.refusals).toBe(0);
  });

  it('asks nothing where the page has left by itself', async () => {
    const { access_token } = rememberSession('mira');
    const { close } = await listen();
    vi.useFakeTimers();
    realtime.endSession(access_token);
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([realtime.refusals, asked()]).toEqual([0, 0]);
  });

  it('learns of it when it comes back from an interruption, and does not try again and again', async () => {
    const { access_token } = rememberSession('mira');
    answers['GET /auth/v1/user'] = over;
    await listen();
    realtime.endSession(access_token, { isSaid: false });
    realtime.drop();
    await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull(), {
      timeout: 10_000,
    });
    expect([realtime.refusals, asked()]).toEqual([1, 1]);
  });

  it('tries again later where the auth service cannot say', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { access_token } = rememberSession('mira');
    await listen();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    realtime.endSession(access_token);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(asked()).toBe(1));
    answers['GET /auth/v1/user'] = over;
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(realtime.refusals).toBe(1));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull());
    expect([realtime.refusals, asked()]).toEqual([1, 2]);
  });
});

it('logs that changes cannot be heard', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { onJoin } = await listen();
  realtime.refuse('invalid column for filter nowhere');
  expect(log).toHaveBeenCalledWith(
    'Changes of voice_drops are not heard.',
    'invalid column for filter nowhere',
  );
  expect(onJoin).toHaveBeenCalledTimes(1);
});
