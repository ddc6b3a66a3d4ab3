import { expect, it, onTestFinished, vi } from 'vitest';
import { SupabaseClient } from '#lib/supabase.ts';
import { disposeAfterTest } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, SESSION_KEY, sessionOf } from '#test/session.ts';
import { createSessionStore, openSession } from './session-store.ts';

function createClient() {
  const client = new SupabaseClient({
    supabaseUrl: 'http://undertone.test',
    publishableKey: 'key',
  });
  disposeAfterTest(client);
  return client;
}

const openStore = () => createSessionStore(createClient());

it('is signed in at once by a stored session', () => {
  rememberSession('mira');
  fakeBackend({});
  expect(openStore().get()).toMatchObject({
    status: 'signed-in',
    user: { email: 'mira@example.org' },
  });
});

it('is loading while an expired session is renewed', async () => {
  rememberSession('mira', { expiresIn: -10 });
  fakeBackend({ 'POST /auth/v1/token': () => json(sessionOf('mira')) });
  const store = openStore();
  expect(store.get()).toEqual({ status: 'loading' });
  expect(await store.settled()).toMatchObject({ status: 'signed-in' });
});

it('is signed out when the server refuses to renew an expired session', async () => {
  rememberSession('mira', { expiresIn: -10 });
  fakeBackend({
    'POST /auth/v1/token': () => json({ error_code: 'refresh_token_not_found', msg: 'gone' }, 400),
  });
  expect(await openStore().settled()).toEqual({ status: 'signed-out' });
});

it('uses an expired session while offline, and renews it once online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  rememberSession('mira', { expiresIn: -10 });
  const { requests } = fakeBackend({
    'POST /auth/v1/token': () => json({ ...sessionOf('mira'), access_token: 'newer' }),
  });
  const store = openStore();
  expect(store.get()).toMatchObject({ status: 'signed-in', user: { id: 'id-of-mira' } });
  expect(requests).toEqual([]);

  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(store.get()).toMatchObject({ session: { access_token: 'newer' } }));
});

it('uses an expired session that auth-js could not renew, until the network is back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSession('mira', { expiresIn: -10 });
  const answers: Parameters<typeof fakeBackend>[0] = {};
  fakeBackend(answers);
  const store = openStore();
  // By now auth-js has stopped retrying and reported that there is no session.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.get()).toMatchObject({ status: 'signed-in', user: { id: 'id-of-mira' } });

  answers['POST /auth/v1/token'] = () => json({ ...sessionOf('mira'), access_token: 'newer' });
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get()).toMatchObject({ session: { access_token: 'newer' } });
});

it('waits 5 seconds for a renewal without a response, then uses the expired session', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSession('mira', { expiresIn: -10 });
  const answer = Promise.withResolvers<Response>();
  fakeBackend({ 'POST /auth/v1/token': () => answer.promise });
  const store = openStore();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(store.get()).toEqual({ status: 'loading' });
  await vi.advanceTimersByTimeAsync(200);
  expect(store.get()).toMatchObject({ status: 'signed-in', user: { id: 'id-of-mira' } });

  answer.resolve(json({ error_code: 'refresh_token_not_found', msg: 'gone' }, 400));
  await vi.advanceTimersByTimeAsync(100);
  expect(store.get()).toEqual({ status: 'signed-out' });
});

/** Opens the address of a callback with mira's tokens. */
function openCallback() {
  const { access_token, refresh_token, user } = sessionOf('mira');
  fakeBackend({ 'GET /auth/v1/user': () => json(user) });
  history.replaceState(
    null,
    '',
    `/#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer`,
  );
}

it('is loading until auth-js has verified a session from the address', async () => {
  openCallback();
  const store = await openSession(createClient());
  expect(store.get()).toEqual({ status: 'loading' });
  expect(await store.settled()).toMatchObject({ user: { email: 'mira@example.org' } });
});

it('reports that the code of a callback cannot be loaded, and signs in after a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  openCallback();
  const { href } = location;
  vi.doMock('./auth-callback.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('./auth-callback.ts'));
  // Code that was fetched once stays available, so the store is imported again, as by a new document.
  vi.resetModules();
  const client = createClient();
  const page = await import('./session-store.ts');
  const store = await page.openSession(client);
  expect(store.get()).toEqual({ status: 'signed-out' });
  expect(store.callbackNotice()).toMatchObject({ kind: 'problem', code: 'unknown' });
  expect(location.href).toBe(href);

  vi.doUnmock('./auth-callback.ts');
  const reloaded = await openSession(client);
  expect(await reloaded.settled()).toMatchObject({ user: { email: 'mira@example.org' } });
  expect(reloaded.callbackNotice()).toBeUndefined();
  expect(location.hash).toBe('');
});

it('adopts a renewed token and notifies subscribers once', async () => {
  rememberSession('mira');
  fakeBackend({
    'POST /auth/v1/token': () => json({ ...sessionOf('mira'), access_token: 'newer' }),
  });
  const client = createClient();
  const store = createSessionStore(client);
  const notified = vi.fn();
  store.subscribe(notified);
  await (await client.auth()).refreshSession();
  expect(store.get()).toMatchObject({ session: { access_token: 'newer' } });
  expect(notified).toHaveBeenCalledOnce();
});

it('is signed out when no session is stored', async () => {
  fakeBackend({});
  expect(await openStore().settled()).toEqual({ status: 'signed-out' });
});

it('a sign-out ends every session of the account and removes the stored keys', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
  });
  const store = openStore();
  await store.settled();
  await store.signOut();
  expect(new URL(requests.at(-1)?.url ?? '').search).toBe('?scope=global');
  expect(store.get()).toEqual({ status: 'signed-out' });
  expect(localStorage).toHaveLength(0);
});

it('a sign-out that the server does not receive still signs out here, and is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  rememberSession('mira');
  localStorage.setItem(`${SESSION_KEY}-code-verifier`, '"verifier"');
  localStorage.setItem('undertone:theme', 'dark');
  fakeBackend({ 'POST /auth/v1/logout': () => json({ message: 'down' }, 500) });
  const store = openStore();
  await store.settled();
  await store.signOut();
  expect(store.get()).toEqual({ status: 'signed-out' });
  expect(Object.keys(localStorage)).toEqual(['undertone:theme']);
  expect(logged).toHaveBeenCalledWith(
    'The server could not end the session.',
    expect.objectContaining({ status: 500 }),
  );
});

it('is signed out when another tab has removed the session', async () => {
  rememberSession('mira');
  fakeBackend({});
  const store = openStore();
  await store.settled();
  dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }));
  expect(store.get()).toEqual({ status: 'signed-out' });
});

it('does not renew the session while the tab is hidden, but when it is shown again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  rememberSession('mira', { expiresIn: 200 });
  const { requests } = fakeBackend({ 'POST /auth/v1/token': () => json(sessionOf('mira')) });
  const client = createClient();
  createSessionStore(client);
  await (await client.auth()).initialize();

  showTab('hidden');
  await vi.advanceTimersByTimeAsync(180_000);
  expect(requests).toHaveLength(0);

  showTab('visible');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?grant_type=refresh_token']);
});

function showTab(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  window.dispatchEvent(new Event('visibilitychange'));
}
