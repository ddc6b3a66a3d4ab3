import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { outboxOf } from './outbox.ts';
import { sendOutbox } from './send-outbox.ts';

const userId = sessionOf('ada').user.id;
const UPLOAD = 'POST /functions/v1/message-clips';
const SEND = 'POST /rest/v1/rpc/send_message';

const clip = {
  id: crypto.randomUUID(),
  audio: new TextEncoder().encode('sound').buffer,
  type: 'audio/mpeg',
  duration: 2,
  waveform: [1, 2, 3],
  filter: 'veil',
};

/** A voice message that waits for a backend, which accepts everything. */
async function prepare() {
  const conversationId = crypto.randomUUID();
  const answers: Parameters<typeof fakeBackend>[0] = {
    [UPLOAD]: () => json({ duration: 2 }),
    [SEND]: async (request) => {
      const { id, conversation } = await request.json();
      return json({
        id,
        conversation_id: conversation,
        position: 1,
        place: 1,
        content: null,
        duration: 2,
        waveform: [],
        filter_used: 'veil',
        sent_at: '2026-11-20T10:00:00Z',
        deleted_at: null,
      });
    },
  };
  const { requests } = fakeBackend(answers);
  rememberSession('ada');
  const app = createTestApp();
  const outbox = outboxOf(app.client);
  await outbox.add({ userId, conversationId, clip });
  return {
    answers,
    requests,
    send: () => sendOutbox(app, userId, new AbortController().signal),
    calls: () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`),
    waiting: () =>
      outbox.list(userId).filter((message) => message.conversationId === conversationId),
  };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

it('the clip of a message is uploaded before the message is sent', async () => {
  const { requests, send, calls, waiting } = await prepare();
  await send();
  expect(calls()).toEqual([UPLOAD, SEND]);
  const form = await requests[0]!.text();
  for (const value of [clip.id, 'veil', '[1,2,3]']) expect(form).toContain(`\r\n${value}\r\n`);
  // jsdom's Blob has no bytes for Node's form.
  expect(form).toContain('Content-Type: audio/mpeg');
  expect(requests[0]!.headers.get('authorization')).toMatch(/^Bearer /);
  expect(await requests[1]!.json()).toMatchObject({ clip: clip.id });
  expect(waiting()).toEqual([]);
});

it.each([
  ['the server fails', () => json({ code: 'unavailable', message: 'Later.' }, 503)],
  ['the session has ended', () => json({ code: 'unauthorized', message: 'Sign in.' }, 401)],
])(
  'a message whose clip could not be uploaded since %s waits, and is sent later',
  async (_cause, answer) => {
    const { answers, send, calls, waiting } = await prepare();
    const works = answers[UPLOAD]!;
    answers[UPLOAD] = answer;
    await expect(send()).rejects.toBeDefined();
    expect(calls()).toEqual([UPLOAD]);
    expect(waiting()).toMatchObject([{ clip: { id: clip.id } }]);
    answers[UPLOAD] = works;
    await send();
    expect(waiting()).toEqual([]);
  },
);

it('a message whose clip is refused is marked with the server’s words', async () => {
  const { answers, send, calls, waiting } = await prepare();
  const words = 'You are sending clips very fast. Please wait a minute.';
  answers[UPLOAD] = () => json({ code: 'too_many_clips', message: words }, 429);
  await send();
  expect(calls()).toEqual([UPLOAD]);
  expect(waiting()).toMatchObject([{ failure: words }]);
});
