import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { rememberSession, SESSION_KEY } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { openLiveChannel, openLiveTopic, type TopicMessage } from './live-channel.ts';
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

/** Listens to voice_drops, and resolves when the channel has joined. */
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

it('a channel receives the changes of its table with the access token of the signed-in user', async () => {
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

it('several listeners have a channel each, over one socket', async () => {
  const [one, other] = [await listen(), await listen()];
  expect(new Set(realtime.channels.map(({ socket }) => socket)).size).toBe(1);
  one.close();
  await vi.waitFor(() => expect(realtime.channels).toHaveLength(1));
  insert('a');
  expect(one.onChange).not.toHaveBeenCalled();
  expect(other.onChange).toHaveBeenCalledTimes(1);
});

it('a channel closed before its code has arrived is never opened', async () => {
  openLiveChannel(client, { table: 'voice_drops', onChange: () => {} })();
  await listen();
  expect(realtime.joins).toBe(1);
});

it('a channel joins again after an interruption and calls onJoin', async () => {
  const { onChange, onJoin } = await listen();
  realtime.drop();
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(2));
  insert('a');
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('a channel that cannot join calls onJoin now and then, and no more once it has joined', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  realtime.reachable = false;
  const onJoin = vi.fn<() => void>();
  onTestFinished(openLiveChannel(client, { table: 'voice_drops', onChange: () => {}, onJoin }));
  await vi.advanceTimersByTimeAsync(65_000);
  expect(onJoin).toHaveBeenCalledTimes(2);
  realtime.reachable = true;
  await vi.waitFor(() => expect(realtime.channels.length).toBeGreaterThan(0), { timeout: 20_000 });
  await vi.waitFor(() => expect(onJoin.mock.calls.length).toBeGreaterThan(2));
  const calls = onJoin.mock.calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(onJoin).toHaveBeenCalledTimes(calls);
});

it('a channel that the server has closed opens again', async () => {
  const { onJoin } = await listen();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  realtime.close();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(2));
});

it('a channel joins again with the token of a user who has signed in meanwhile', async () => {
  rememberSession('mira');
  await listen();
  const { access_token } = rememberSession('noor');
  await (await client.realtime()).setAuth();
  realtime.drop();
  await vi.waitFor(() => expect(realtime.channels[0]?.token).toBe(access_token));
});

it('a topic is private, and its messages say over how long reads are to be spread', async () => {
  const { access_token } = rememberSession('mira');
  const onMessage = vi.fn<(message: TopicMessage) => void>();
  const onJoin = vi.fn<() => void>();
  onTestFinished(openLiveTopic(client, 'news', { onMessage, onJoin }));
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(1));
  expect(realtime.inTopic('news')).toMatchObject([{ token: access_token, wishes: [] }]);
  realtime.broadcast('news', 'posted', { id: 'a' }, { id: 'm', spread_ms: 40 });
  realtime.broadcast('news', 'posted', { id: 'b' }, { id: 'n' });
  expect(onMessage.mock.calls).toEqual([
    [{ event: 'posted', payload: { id: 'a' }, spread: 40 }],
    [{ event: 'posted', payload: { id: 'b' }, spread: undefined }],
  ]);
});

it('a topic that is closed and opened at once is joined once more', async () => {
  const onMessage = vi.fn<(message: TopicMessage) => void>();
  const open = async () => {
    const onJoin = vi.fn<() => void>();
    const close = openLiveTopic(client, 'news', { onMessage, onJoin });
    return { close, joined: () => vi.waitFor(() => expect(onJoin).toHaveBeenCalledTimes(1)) };
  };
  const first = await open();
  await first.joined();
  first.close();
  const second = await open();
  onTestFinished(second.close);
  await second.joined();
  realtime.broadcast('news', 'posted', { id: 'a' });
  expect(onMessage).toHaveBeenCalledTimes(1);
  expect(realtime.inTopic('news')).toHaveLength(1);
});

describe('when the session has ended elsewhere', () => {
  const over = () => json({ error_code: 'session_not_found', msg: 'Session is gone' }, 403);
  const sessionChecks = () => requests.filter(({ url }) => url.endsWith('/auth/v1/user')).length;

  it('channels stop, the auth service is asked once, and the session’s listeners are notified', async () => {
    const { access_token } = rememberSession('mira');
    answers['GET /auth/v1/user'] = over;
    await listen();
    await listen();
    const onSession = vi.fn();
    client.onSession(onSession);
    realtime.endSession(access_token);
    await vi.waitFor(() => expect(onSession).toHaveBeenLastCalledWith(null));
    expect(sessionChecks()).toBe(1);
    expect(localStorage.getItem(SESSION_KEY)).toBeNull();
    expect(realtime.refusals).toBe(0);
  });

  it('a channel of a page for visitors joins again as a visitor', async () => {
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

  it('the auth service is not asked when the page has closed the channel', async () => {
    const { access_token } = rememberSession('mira');
    const { close } = await listen();
    vi.useFakeTimers();
    realtime.endSession(access_token);
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([realtime.refusals, sessionChecks()]).toEqual([0, 0]);
  });

  it('a channel refused after an interruption does not join again with the ended session', async () => {
    const { access_token } = rememberSession('mira');
    answers['GET /auth/v1/user'] = over;
    await listen();
    realtime.endSession(access_token, { isSaid: false });
    realtime.drop();
    await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull());
    expect([realtime.refusals, sessionChecks()]).toEqual([1, 1]);
  });

  it('a channel opens again later when the auth service does not answer', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { access_token } = rememberSession('mira');
    await listen();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    realtime.endSession(access_token);
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(sessionChecks()).toBe(1));
    answers['GET /auth/v1/user'] = over;
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(realtime.refusals).toBe(1));
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).toBeNull());
    expect([realtime.refusals, sessionChecks()]).toEqual([1, 2]);
  });
});

it('a refused subscription is logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { onJoin } = await listen();
  realtime.refuse('invalid column for filter nowhere');
  expect(log).toHaveBeenCalledWith(
    'Changes of voice_drops are not received.',
    'invalid column for filter nowhere',
  );
  expect(onJoin).toHaveBeenCalledTimes(1);
});
