import { expect, it, onTestFinished, vi } from 'vitest';
import { disposeAfterTest } from '#test/test-app.ts';
import { fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';
import { ANSWER_TIMEOUT, SupabaseClient } from './supabase.ts';

function createClient() {
  const client = new SupabaseClient({
    supabaseUrl: 'http://undertone.test',
    publishableKey: 'key',
  });
  disposeAfterTest(client);
  return client;
}

const profiles = { 'GET /rest/v1/profiles': () => json([]) };

it('a visitor’s request carries the publishable key', async () => {
  const { requests } = fakeBackend(profiles);
  await createClient().from('profiles').select('username').throwOnError();
  expect(requests[0]?.headers.get('apikey')).toBe('key');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer key');
});

it('a member’s request carries the access token', async () => {
  const { access_token } = rememberSession('mira');
  const { requests } = fakeBackend(profiles);
  await createClient().from('profiles').select('username').throwOnError();
  expect(requests[0]?.headers.get('apikey')).toBe('key');
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${access_token}`);
});

it('a request fails, and is not sent as a visitor’s, when the session could not be renewed', async () => {
  rememberSession('mira', { expiresIn: -10 });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { requests } = fakeBackend(profiles);
  const read = () => createClient().from('profiles').select('username').throwOnError();
  await expect(read()).rejects.toThrow('Failed to fetch');
  online.mockReturnValue(true);

  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers();
  const outcome = Promise.resolve(read()).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({ message: expect.stringContaining('Failed to fetch') });
  expect(requests.filter(({ url }) => url.includes('/rest/'))).toEqual([]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a visitor’s read uses the answer in the page, and a member’s is sent', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const block = document.createElement('script');
  block.id = 'undertone-answers';
  const path = '/rest/v1/profiles?select=username';
  block.textContent = JSON.stringify([{ method: 'GET', path, body: [{ username: 'mira' }] }]);
  document.head.append(block);
  onTestFinished(() => block.remove());
  const client = createClient();
  const { requests } = fakeBackend({ 'GET /rest/v1/profiles': () => json([]) });
  const read = async () => {
    const { data } = await client.from('profiles').select('username').throwOnError();
    return data;
  };

  rememberSession('mira');
  expect(await read()).toEqual([]);
  localStorage.clear();
  expect(await read()).toEqual([{ username: 'mira' }]);
  expect(requests).toHaveLength(1);
});

it('a request carries the token of a sign-in in another tab before local storage has it', async () => {
  const { requests } = fakeBackend(profiles);
  const client = createClient();
  await client.auth();
  const session = sessionOf('mira');
  const received = Promise.withResolvers<void>();
  client.onSession((current) => current && received.resolve());
  const otherTab = new BroadcastChannel(SESSION_KEY);
  onTestFinished(() => otherTab.close());
  const post = otherTab.postMessage.bind(otherTab);
  post({ event: 'SIGNED_IN', session });
  await received.promise;
  const sentAuthorization = async () => {
    await client.from('profiles').select('username').throwOnError();
    return requests.at(-1)?.headers.get('authorization');
  };
  expect(await sentAuthorization()).toBe(`Bearer ${session.access_token}`);

  const { access_token } = rememberSession('noor');
  expect(await sentAuthorization()).toBe(`Bearer ${access_token}`);
  localStorage.clear();
  expect(await sentAuthorization()).toBe('Bearer key');
});

it('storage and functions use the same origin and the same token', async () => {
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

it('each lazy client is created once', async () => {
  const client = createClient();
  expect(await client.storage()).toBe(await client.storage());
});

it('a request without an answer times out', async () => {
  vi.useFakeTimers();
  fakeBackend({ 'POST /rest/v1/profiles': neverAnswers });
  const answer = createClient().from('profiles').insert({ user_id: 'id-of-mira' });
  const outcome = Promise.resolve(answer.throwOnError()).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT);
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  vi.useRealTimers();
});

/** Fake timers do not affect AbortSignal.timeout; this makes it use them. */
function fakeAbortClock() {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const clock = new AbortController();
    setTimeout(
      () => clock.abort(new DOMException('signal timed out', 'TimeoutError')),
      milliseconds,
    );
    return clock.signal;
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

it.each([
  ['signed', 'POST /storage/v1/object/sign/voice-drops/a.wav'],
  ['removed', 'DELETE /storage/v1/object/voice-drops'],
])('a file request times out when the file is never %s', async (_what, call) => {
  fakeAbortClock();
  fakeBackend({ [call]: neverAnswers });
  const files = (await createClient().storage()).from('voice-drops');
  const answer = call.startsWith('DELETE')
    ? files.remove(['a.wav'])
    : files.createSignedUrl('a.wav', 60);
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT);
  expect((await answer).error).toMatchObject({ message: 'signal timed out' });
});

it('signing in without an answer times out', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeAbortClock();
  fakeBackend({ 'POST /auth/v1/token': neverAnswers });
  const auth = await createClient().auth();
  const answer = auth.signInWithPassword({ email: 'mira@undertone.test', password: 'a' });
  await vi.advanceTimersByTimeAsync(ANSWER_TIMEOUT);
  expect((await answer).error).toMatchObject({ message: 'signal timed out' });
});

it('a failed request is not retried by the client', async () => {
  const { requests } = fakeBackend({});
  await createClient().from('profiles').select('username');
  expect(requests).toHaveLength(1);
});
