import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { serverError } from '#test/network-failures.ts';
import { showComments } from '#test/show-comments.tsx';
import { THREADS_PAGE_SIZE } from './queries.ts';

const COMMENTS = 'GET /rest/v1/voice_drop_comments';

const reply = commentRow('reply', 'mira', {
  parent_comment_id: 'one',
  created_at: '2026-01-01T00:00:05+00:00',
});
const thread = threadRow(commentRow('one', 'ben'), { replies: [reply] });

let comeIntoSight: () => void;

beforeEach(() => {
  comeIntoSight = fakeIntersection();
});

/** Changes the count on the drop's cards, as another person's action does. */
const press = (name: string) => fireEvent.click(screen.getByText(name));

const isNews = ({ url }: Request) => url.includes('created_at=gt.');

it('shows threads with their replies below, the latest at the bottom', async () => {
  const { requests } = fakeBackend({
    [COMMENTS]: () =>
      json([
        threadRow(commentRow('two', null, { created_at: '2026-01-02T00:00:00+00:00' })),
        thread,
      ]),
  });
  const dialog = await showComments('mira', 'drop-1');
  const list = await dialog.findByRole('list', { name: 'Comments' });
  const words = ['Words one', 'Words reply', 'Words two'];
  expect(
    within(list)
      .getAllByText(/^Words/)
      .map(({ textContent }) => textContent),
  ).toEqual(words);
  const replies = within(within(list).getByRole('list', { name: 'Replies' }));
  expect(replies.getByText('Words reply')).toBeVisible();
  expect(requests).toHaveLength(1);
  const { searchParams } = new URL(requests[0]?.url ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    voice_drop_id: 'eq.drop-1',
    parent_comment_id: 'is.null',
    order: 'created_at.desc,id.desc',
    limit: '20',
    'replies.order': 'created_at.desc,id.desc',
    'replies.limit': '50',
  });
});

it('shows a comment’s author and age; names and mentions link to profiles', async () => {
  fakeBackend({
    [COMMENTS]: () =>
      json([
        threadRow(
          commentRow('one', 'ben', {
            content: 'Listen, @Old_noor and @gone.\nSo true',
            mentions: { old_noor: 'noor' },
            created_at: new Date(Date.now() - 5 * 60_000).toISOString(),
          }),
        ),
        threadRow(commentRow('two', null)),
      ]),
  });
  const dialog = await showComments('mira');
  expect(await dialog.findByRole('link', { name: 'ben' })).toHaveAttribute('href', '/ben');
  expect(dialog.getByText('5m ago')).toBeVisible();
  const mention = dialog.getByRole('link', { name: '@Old_noor' });
  expect(mention).toHaveAttribute('href', '/noor');
  expect(mention.parentElement?.textContent).toBe('Listen, @Old_noor and @gone.\nSo true');
  expect(dialog.queryByRole('link', { name: '@gone' })).toBeNull();
  expect(dialog.getByText('Anonymous')).toBeVisible();
  expect(dialog.queryByRole('link', { name: 'Anonymous' })).not.toBeInTheDocument();
});

it('shows skeletons while comments are loading', async () => {
  fakeBackend({ [COMMENTS]: () => Promise.withResolvers<Response>().promise });
  const dialog = await showComments('mira');
  expect(dialog.getByText('Loading comments...')).toBeInTheDocument();
  expect(document.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(0);
});

it('shows an empty state when there is no comment', async () => {
  fakeBackend({ [COMMENTS]: () => json([]) });
  const dialog = await showComments('mira');
  expect(await dialog.findByText('No comments yet')).toBeVisible();
});

it('says that comments failed to load, and loads them on Try Again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answers = { [COMMENTS]: serverError };
  fakeBackend(answers);
  const dialog = await showComments('mira');
  expect(await dialog.findByText('Failed to load comments')).toBeVisible();
  const toast = within((await screen.findByText('Error')).closest('li') ?? document.body);
  expect(toast.getByText('Failed to load comments')).toBeInTheDocument();
  answers[COMMENTS] = () => json([thread]);
  await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText('Words one')).toBeVisible();
});

it('fetches earlier comments when scrolled to the top, and shows them above the others', async () => {
  const page = Array.from({ length: THREADS_PAGE_SIZE }, (_, index) =>
    threadRow(
      commentRow(`late-${index}`, 'ben', {
        created_at: `2026-01-0${9 - (index % 9)}T00:00:00+00:00`,
      }),
    ),
  );
  const { requests } = fakeBackend({
    [COMMENTS]: ({ url }) =>
      new URL(url).searchParams.has('or')
        ? json([
            threadRow(commentRow('first', 'noor', { created_at: '2025-12-31T00:00:00+00:00' })),
          ])
        : json(page),
  });
  const dialog = await showComments('mira');
  await dialog.findByText('Words late-0');
  comeIntoSight();
  expect(await dialog.findByText('Words first')).toBeVisible();
  expect(dialog.getAllByText(/^Words/)[0]).toHaveTextContent('Words first');
  expect(new URL(requests[1]?.url ?? '').searchParams.get('or')).toContain('id.lt."late-19"');
});

it('keeps the shown comments when earlier ones fail to load, and offers to try again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const page = Array.from({ length: THREADS_PAGE_SIZE }, (_, index) =>
    threadRow(commentRow(`late-${index}`, 'ben')),
  );
  fakeBackend({
    [COMMENTS]: ({ url }) => (new URL(url).searchParams.has('or') ? serverError() : json(page)),
  });
  const dialog = await showComments('mira');
  await dialog.findByText('Words late-0');
  comeIntoSight();
  expect(await dialog.findByText('Failed to load comments')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try Again' })).toBeVisible();
  expect(dialog.getAllByText(/^Words/)).toHaveLength(THREADS_PAGE_SIZE);
});

it('fetches the earlier replies of a long thread on Show earlier replies', async () => {
  const late = Array.from({ length: 50 }, (_, index) =>
    commentRow(`late-${index}`, 'ben', {
      parent_comment_id: 'one',
      created_at: '2026-01-02T00:00:00+00:00',
    }),
  );
  fakeBackend({
    [COMMENTS]: ({ url }) =>
      new URL(url).searchParams.get('parent_comment_id') === 'eq.one'
        ? json([reply])
        : json([threadRow(commentRow('one', 'ben'), { replies: late })]),
  });
  const dialog = await showComments('mira');
  // Queried by text, since querying fifty replies by role takes seconds.
  await userEvent.click(await dialog.findByText('Show earlier replies'));
  expect(await dialog.findByText('Words reply')).toBeVisible();
  expect(dialog.queryByText('Show earlier replies')).not.toBeInTheDocument();
});

it('fetches new comments by others, and keeps the text being typed', async () => {
  const news = commentRow('news', 'noor', { created_at: '2026-01-03T00:00:00+00:00' });
  const answer = commentRow('answer', 'noor', {
    parent_comment_id: 'one',
    created_at: '2026-01-03T00:00:01+00:00',
  });
  const { requests } = fakeBackend({
    [COMMENTS]: (request) =>
      isNews(request)
        ? json([reply, news, answer].map((row) => threadRow(row, { total: 4 })))
        : json([thread]),
  });
  const dialog = await showComments('mira');
  await userEvent.click(await dialog.findByRole('button', { name: 'Reply to ben' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reply to ben' }), 'Half a');
  press('Somebody comments');
  expect(await dialog.findByText('Words news')).toBeVisible();
  expect(dialog.getAllByText(/^Words/).map(({ textContent }) => textContent)).toEqual([
    'Words one',
    'Words reply',
    'Words answer',
    'Words news',
  ]);
  expect(dialog.getByText('2 new comments')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'Reply to ben' })).toHaveValue('Half a');
  expect(screen.getByText('Comments: 4')).toBeInTheDocument();
  expect(requests.filter(isNews)).toHaveLength(1);
});

it('refetches all comments when others delete some', async () => {
  const answers = { [COMMENTS]: () => json([thread]) };
  fakeBackend(answers);
  const dialog = await showComments('mira');
  await dialog.findByText('Words reply');
  answers[COMMENTS] = () => json([threadRow(commentRow('one', 'ben'), { total: 1 })]);
  press('Somebody deletes');
  await waitFor(() => expect(dialog.queryByText('Words reply')).not.toBeInTheDocument());
  expect(dialog.getByText('Words one')).toBeVisible();
});

it('corrects the count on the cards after reading the comments', async () => {
  fakeBackend({ [COMMENTS]: () => json([threadRow(commentRow('one', 'ben'), { total: 7 })]) });
  const dialog = await showComments('mira');
  await dialog.findByText('Words one');
  expect(await screen.findByText('Comments: 7')).toBeInTheDocument();
});

it('shows visitors inside of the dialog how to sign in, and leads back to the comments', async () => {
  fakeBackend({ [COMMENTS]: () => json([thread]) });
  const visitor = await showComments(undefined, 'drop-1');
  const next = `next=${encodeURIComponent('/voice-drop/drop-1?comments=open')}`;
  expect(await visitor.findByRole('link', { name: 'sign in' })).toHaveAttribute(
    'href',
    `/auth?${next}`,
  );
  expect(visitor.getByRole('link', { name: 'sign up' })).toHaveAttribute(
    'href',
    `/auth?${next}&tab=sign-up`,
  );
  cleanup();
  const member = await showComments('mira');
  await member.findByText('Words one');
  expect(member.queryByRole('link', { name: 'sign in' })).not.toBeInTheDocument();
});

it('shows visitors the comments, and asks them to log in when they like or reply', async () => {
  const { requests } = fakeBackend({ [COMMENTS]: () => json([thread]) });
  const dialog = await showComments(undefined);
  await userEvent.click((await dialog.findAllByRole('button', { name: /^Like/ }))[0]!);
  expect(await screen.findByText('Authentication required')).toBeInTheDocument();
  expect(screen.getByText('Please log in to like comments')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Reply to ben' }));
  expect(await screen.findByText('Please log in to comment')).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

const LIKES = '/rest/v1/voice_drop_comment_likes';

it('shows a like at once, and removes it on a second press', async () => {
  const { requests } = fakeBackend({
    [COMMENTS]: () => json([threadRow(commentRow('one', 'ben', { like_count: 4 }))]),
    [`POST ${LIKES}`]: () => new Response(null, { status: 201 }),
    [`DELETE ${LIKES}`]: () => new Response(null, { status: 204 }),
  });
  const dialog = await showComments('mira');
  await userEvent.click(
    await dialog.findByRole('button', { name: 'Like, 4 likes', pressed: false }),
  );
  const liked = await dialog.findByRole('button', { name: 'Like, 5 likes', pressed: true });
  await waitFor(() => expect(requests.at(-1)?.method).toBe('POST'));
  expect(await requests.at(-1)?.json()).toEqual({ comment_id: 'one', user_id: 'id-of-mira' });
  await userEvent.click(liked);
  expect(await dialog.findByRole('button', { name: 'Like, 4 likes' })).toBeVisible();
  await waitFor(() => expect(requests.at(-1)?.method).toBe('DELETE'));
});

it('undoes a like, never below 0, and shows an error when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  fakeBackend({
    // A page can be in this state when the like was added between two reads.
    [COMMENTS]: () => json([threadRow(commentRow('one', 'ben', { likes: [{ id: 'like' }] }))]),
    [`DELETE ${LIKES}`]: () => answer.promise,
  });
  const dialog = await showComments('mira');
  await userEvent.click(
    await dialog.findByRole('button', { name: 'Like, 0 likes', pressed: true }),
  );
  expect(
    await dialog.findByRole('button', { name: 'Like, 0 likes', pressed: false }),
  ).toBeVisible();
  await act(async () => answer.resolve(serverError()));
  expect(await screen.findByText('Failed to like comment')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: /^Like/, pressed: true })).toBeVisible();
});

it('asks a member whose session has ended to log in, and undoes the like', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({
    [COMMENTS]: () => json([threadRow(commentRow('one', 'ben'))]),
    [`POST ${LIKES}`]: () => json({ code: 'PGRST301', message: 'Session not found' }, 401),
  });
  const dialog = await showComments('mira');
  await userEvent.click(await dialog.findByRole('button', { name: /^Like/, pressed: false }));
  expect(await screen.findByText('Please log in to like comments')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: /^Like/, pressed: false })).toBeVisible();
});

const confirmDeletion = async (words: string) => {
  const confirm = within(await screen.findByRole('alertdialog'));
  expect(confirm.getByText(words)).toBeVisible();
  await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
};

it('deletes an own comment after confirmation, and lowers the count', async () => {
  const { requests } = fakeBackend({
    [COMMENTS]: () => json([thread]),
    'DELETE /rest/v1/voice_drop_comments': () => new Response(null, { status: 204 }),
  });
  const dialog = await showComments('mira');
  await dialog.findByText('Words one');
  expect(dialog.queryByRole('button', { name: 'Delete comment by ben' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete comment by mira' }));
  await confirmDeletion(
    'Are you sure you want to delete this reply? This action cannot be undone.',
  );
  expect(await screen.findByText('Comment deleted successfully')).toBeInTheDocument();
  expect(dialog.queryByText('Words reply')).not.toBeInTheDocument();
  expect(screen.getByText('Comments: 1')).toBeInTheDocument();
  const deletion = requests.find(({ method }) => method === 'DELETE');
  expect(new URL(deletion?.url ?? '').searchParams.get('id')).toBe('eq.reply');
});

it('lets the drop’s owner delete others’ threads with all replies', async () => {
  fakeBackend({
    [COMMENTS]: () => json([thread]),
    'DELETE /rest/v1/voice_drop_comments': () => new Response(null, { status: 204 }),
  });
  const dialog = await showComments('noor');
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete comment by ben' }));
  await confirmDeletion(
    'Are you sure you want to delete this comment and all replies to it? This action cannot be undone.',
  );
  expect(await screen.findByText('Comments: 0')).toBeInTheDocument();
});

it('keeps a comment that is to be deleted, and shows an error, when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({
    [COMMENTS]: () => json([thread]),
    'DELETE /rest/v1/voice_drop_comments': serverError,
  });
  const dialog = await showComments('mira');
  await userEvent.click(await dialog.findByRole('button', { name: 'Delete comment by mira' }));
  await confirmDeletion(
    'Are you sure you want to delete this reply? This action cannot be undone.',
  );
  expect(await screen.findByText('Failed to delete comment')).toBeInTheDocument();
  expect(dialog.getByText('Words reply')).toBeInTheDocument();
  expect(screen.getByText('Comments: 2')).toBeInTheDocument();
});
