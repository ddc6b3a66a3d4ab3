import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { sessionOf } from '#test/session.ts';
import { readStoredSession } from './stored-session.ts';

it.each([
  ['ahead', 1],
  ['behind', -1],
])('a session lasts as long on a device whose clock is an hour %s', async (_way, hours) => {
  const session = sessionOf('mira', { expiresIn: 3600 });
  const { requests } = fakeBackend({ 'POST /auth/v1/token': () => json(session) });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  const { client } = createTestApp();
  const auth = await client.auth();
  await auth.signInWithPassword({ email: 'mira@example.org', password: 'quiet words' });
  const stored = () => readStoredSession(client.storageKey).state;
  expect(stored()).toBe('fresh');
  for (let read = 0; read < 3; read += 1) await auth.getSession();
  expect(requests).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3_550_000);
  expect(stored()).toBe('stale');
  await auth.getSession();
  expect(requests).toHaveLength(2);
  expect(stored()).toBe('fresh');
});
