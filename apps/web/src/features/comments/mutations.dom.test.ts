import { InfiniteQueryObserver, MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import type { App } from '#lib/app.ts';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { commentFromRow } from './comment.ts';
import { addCommentOptions, deleteCommentOptions } from './mutations.ts';
import { threadsOptions } from './queries.ts';

const COMMENTS = '/rest/v1/voice_drop_comments';
const drop = { id: 'drop', onCount: () => {} };
const before = [threadRow(commentRow('one', 'ben'))];

let app: App;
let threads: ReturnType<typeof openThreads>;
let answers: Parameters<typeof fakeBackend>[0];

const openThreads = () =>
  new InfiniteQueryObserver(app.queryClient, threadsOptions(app.client, drop.id));

const shown = () =>
  threads.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));

/** Opens the comments on a drop with one comment. */
beforeEach(async () => {
  rememberSession('mira');
  answers = { [`GET ${COMMENTS}`]: () => json(before) };
  fakeBackend(answers);
  app = createTestApp();
  threads = openThreads();
  const leave = threads.subscribe(() => {});
  await threads.refetch();
  return leave;
});

/** Refetches the threads, with the response of before the change made during the request. */
async function readMeanwhile(change: () => Promise<unknown>): Promise<void> {
  const answer = Promise.withResolvers<Response>();
  answers[`GET ${COMMENTS}`] = () => answer.promise;
  const read = threads.refetch();
  await change();
  answer.resolve(json(before));
  await read;
}

it('keeps a comment that was written during a refetch of all comments', async () => {
  const own = commentRow('own', 'mira', { created_at: '2026-01-02T00:00:00+00:00' });
  answers[`POST ${COMMENTS}`] = () => json(own, 201);
  const { author, content } = commentFromRow(own);
  const added = { key: 'sent', author, content, replyTo: undefined };
  await readMeanwhile(() =>
    new MutationObserver(app.queryClient, addCommentOptions(app, drop)).mutate(added),
  );
  expect(shown()).toEqual(['own', 'one']);
});

it('does not restore a comment that was deleted during a refetch of all comments', async () => {
  answers[`DELETE ${COMMENTS}`] = () => new Response(null, { status: 204 });
  const [one] = before.map(commentFromRow);
  if (!one) throw new Error('There is no comment to delete.');
  await readMeanwhile(() =>
    new MutationObserver(app.queryClient, deleteCommentOptions(app, drop)).mutate(one),
  );
  expect(shown()).toEqual([]);
});
