import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { answeredNoticesOptions, storeAnswer, unansweredNotice } from './voice-notice.ts';

const userId = sessionOf('ada').user.id;
const READ = 'GET /rest/v1/account_settings';
const WRITE = 'PATCH /rest/v1/account_settings';

beforeEach(() => {
  localStorage.clear();
  rememberSession('ada');
});

it('an account is asked about its own voice and about reversible filters, and about no others', () => {
  expect(unansweredNotice(userId, 'nothing')).toBe('own-voice');
  expect(unansweredNotice(userId, 'little')).toBe('reversible');
  expect(unansweredNotice(userId, 'some')).toBeNull();
  expect(unansweredNotice(userId, 'most')).toBeNull();
});

it('an answer on another device counts here', async () => {
  fakeBackend({ [READ]: () => json({ voice_notices: ['own-voice'] }) });
  const { client, queryClient } = createTestApp();
  await queryClient.fetchQuery(answeredNoticesOptions(client, userId));
  expect(unansweredNotice(userId, 'nothing')).toBeNull();
  expect(unansweredNotice(userId, 'little')).toBe('reversible');
});

it('an answer is stored with the account, beside earlier ones', async () => {
  const stored = vi.fn<(body: unknown) => void>();
  fakeBackend({
    [READ]: () => json({ voice_notices: ['reversible'] }),
    [WRITE]: async (request) => {
      stored(await request.json());
      return new Response(null, { status: 204 });
    },
  });
  const { client, queryClient } = createTestApp();
  await storeAnswer(client, queryClient, userId, 'own-voice');
  expect(stored).toHaveBeenCalledExactlyOnceWith({ voice_notices: ['reversible', 'own-voice'] });
});

it('an answer that cannot be stored with the account counts on this device', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({ [READ]: () => json({ code: '42501', message: 'no' }, 403) });
  const { client, queryClient } = createTestApp();
  await storeAnswer(client, queryClient, userId, 'own-voice');
  expect(unansweredNotice(userId, 'nothing')).toBeNull();
});
