import 'fake-indexeddb/auto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { followOptions } from '#features/people/follow-mutations.ts';
import { writeOrQueueReaction } from '#features/reactions/reaction-press.ts';
import type { App } from '#lib/app.ts';
import { listQueuedChanges, rememberVisitorsLike } from '#lib/queued-changes.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeLocks } from '#test/fake-locks.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { removeAccountData, settleAccountData } from './account-data.ts';
import { sendQueuedChanges } from './queued-changes.tsx';

const ADA = 'id-of-ada';
const LIKES = '/rest/v1/voice_drop_likes';

let app: App;
let answers: Parameters<typeof fakeBackend>[0];
let sent: () => string[];
let online: boolean;

beforeEach(() => {
  const done = () => new Response(null, { status: 201 });
  answers = { [`POST ${LIKES}`]: done, [`DELETE ${LIKES}`]: done, 'POST /rest/v1/bookmarks': done };
  const { requests } = fakeBackend(answers);
  sent = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  rememberSession('ada');
  app = createTestApp();
});

const like = (dropId: string, on = true) => writeOrQueueReaction(app.client, 'like', dropId, on);

/** Opens a page of the account, which sends what is queued. */
function open(userId = ADA): void {
  onTestFinished(sendQueuedChanges(createTestApp(), userId));
}

function comeOnline(): void {
  online = true;
  dispatchEvent(new Event('online'));
}

const areSent = () => vi.waitFor(async () => expect(await listQueuedChanges(ADA)).toEqual([]));

it('sends each change once when the network is back, also with two tabs and after a reload', async () => {
  fakeLocks();
  expect(await like('a')).toBe(true);
  expect(await writeOrQueueReaction(app.client, 'bookmark', 'a', true)).toBe(true);
  open();
  open();
  expect(sent()).toEqual([]);
  comeOnline();
  await areSent();
  expect(sent().toSorted()).toEqual(['POST /rest/v1/bookmarks', `POST ${LIKES}`]);
});

it('sends only the last change of a drop, also if it is made while the first one is being sent', async () => {
  await like('a');
  await like('a', false);
  open();
  comeOnline();
  await areSent();
  expect(sent()).toEqual([`DELETE ${LIKES}`]);

  online = false;
  await like('b');
  const answer = Promise.withResolvers<Response>();
  answers[`POST ${LIKES}`] = () => answer.promise;
  comeOnline();
  open();
  await vi.waitFor(() => expect(sent()).toContain(`POST ${LIKES}`));
  expect(await like('b', false)).toBe(true);
  answer.resolve(new Response(null, { status: 201 }));
  await areSent();
  expect(sent().slice(1, 2)).toEqual([`POST ${LIKES}`]);
  expect(sent().at(-1)).toBe(`DELETE ${LIKES}`);
});

it('ends the like of a drop that is gone silently, and goes on with the next one', async () => {
  const logged = vi.spyOn(console, 'error');
  answers[`POST ${LIKES}`] = async (request) => {
    const { voice_drop_id: id } = await request.json();
    return id === 'a' ? json({ code: '42501', message: 'refused' }, 403) : json({}, 201);
  };
  await like('a');
  await like('b');
  open();
  comeOnline();
  await areSent();
  expect(sent()).toEqual([`POST ${LIKES}`, `POST ${LIKES}`]);
  expect(logged).not.toHaveBeenCalled();
});

it('sends the last like of a visitor once an account has signed in, and does not repeat it', async () => {
  online = true;
  rememberVisitorsLike('a');
  rememberVisitorsLike('b');
  open();
  await vi.waitFor(() => expect(sent()).toEqual([`POST ${LIKES}`]));
  await areSent();
  expect(await like('b', false)).toBe(false);
  open();
  await areSent();
  await vi.waitFor(() => expect(sent()).toEqual([`POST ${LIKES}`, `DELETE ${LIKES}`]));
  expect(sessionStorage).toHaveLength(0);
});

it('keeps a change while the backend limits the account or does not respond', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  answers[`POST ${LIKES}`] = () => json({ code: 'PT429', message: 'Please wait a minute.' }, 429);
  await like('a');
  open();
  comeOnline();
  await vi.waitFor(() => expect(sent().length).toBeGreaterThan(0));
  delete answers[`POST ${LIKES}`];
  const before = sent().length;
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(sent().length).toBeGreaterThan(before));
  expect(await listQueuedChanges(ADA)).toHaveLength(1);
});

it('ends a queued follow whether it was a follow or a request', async () => {
  const person = { userId: 'noor', isPrivate: false, following: 'followed' as const };
  const mutation = app.queryClient.getMutationCache().build(app.queryClient, {
    ...followOptions(app, ADA, person),
  });
  expect(await mutation.execute('none')).toBe('queued');
  for (const table of ['follows', 'follow_requests'])
    answers[`DELETE /rest/v1/${table}`] = () => new Response(null, { status: 204 });
  open();
  comeOnline();
  await areSent();
  expect(sent()).toEqual(['DELETE /rest/v1/follows', 'DELETE /rest/v1/follow_requests']);
});

it.each([
  ['signs out', () => removeAccountData(app, ADA)],
  ['is no longer signed in', () => settleAccountData(app, 'id-of-noor')],
])('deletes what an account has queued when it %s', async (_when, leave) => {
  vi.spyOn(console, 'error').mockReturnValue();
  await like('a');
  rememberSession('noor');
  open('id-of-noor');
  await leave();
  comeOnline();
  expect(await listQueuedChanges(ADA)).toEqual([]);
  expect(sent().filter((request) => request.includes('likes'))).toEqual([]);
});
