import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBackend } from '#test/fake-backend.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { rememberSession } from '#test/session.ts';
import type { openLiveChannel as OpenLiveChannel } from './live-channel.ts';

let realtime: ReturnType<typeof fakeRealtime>;
let openLiveChannel: typeof OpenLiveChannel;

beforeEach(async () => {
  vi.resetModules();
  vi.spyOn(console, 'info').mockReturnValue();
  fakeBackend({});
  realtime = fakeRealtime();
  ({ openLiveChannel } = await import('./live-channel.ts'));
  const { supabase } = await import('./supabase.ts');
  onTestFinished(async () => void (await (await supabase.realtime()).disconnect()));
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
  const close = openLiveChannel({ table: 'voice_drops', onChange, onJoin, ...options });
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
  openLiveChannel({ table: 'voice_drops', onChange: () => {} })();
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
  const { supabase } = await import('./supabase.ts');
  const { access_token } = rememberSession('noor');
  await (await supabase.realtime()).setAuth();
  realtime.drop();
  await vi.waitFor(() => expect(realtime.channels[0]?.token).toBe(access_token), {
    timeout: 10_000,
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
