import { afterEach, expect, it, vi } from 'vitest';
import { disposeAfterTest } from '#test/dispose-after-test.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { REST_TIMEOUT, SupabaseClient } from './supabase.ts';

afterEach(() => vi.unstubAllGlobals());

function createClient() {
  const client = new SupabaseClient({
    supabaseUrl: 'http://undertone.test',
    publishableKey: 'key',
  });
  disposeAfterTest(client);
  return client;
}

const profiles = { 'GET /rest/v1/profiles': () => json([]) };

it('speaks as a visitor with the publishable key', async () => {
  const { requests } = fakeBackend(profiles);
  await createClient().from('profiles').select('username').throwOnError();
  expect(requests[0]?.headers.get('apikey')).toBe('key');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer key');
});

it('speaks for the person who is signed in', async () => {
  const { access_token } = rememberSession('mira');
  const { requests } = fakeBackend(profiles);
  await createClient().from('profiles').select('username').throwOnError();
  expect(requests[0]?.headers.get('apikey')).toBe('key');
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${access_token}`);
});

it('reaches storage and functions by the same origin and rights', async () => {
  const { requests } = fakeBackend({
    'POST /storage/v1/object/list/voice-drops': () => json([]),
    'POST /functions/v1/voice-transform': () => json({ success: true }),
  });
  const client = createClient();
  await (await client.storage()).from('voice-drops').list();
  const { data } = await (await client.functions()).invoke('voice-transform', { body: {} });
  expect(data).toEqual({ success: true });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer key',
    'Bearer key',
  ]);
});

it('makes each lazy client once', async () => {
  const client = createClient();
  expect(await client.storage()).toBe(await client.storage());
});

it('gives up a question that is never answered', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_input: unknown, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const answer = createClient().from('profiles').insert({ user_id: 'id-of-mira' });
  const outcome = Promise.resolve(answer.throwOnError()).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(REST_TIMEOUT);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  vi.useRealTimers();
});

it('asks once and leaves trying again to the query cache', async () => {
  const { requests } = fakeBackend({});
  await createClient().from('profiles').select('username');
  expect(requests).toHaveLength(1);
});
