import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commentRow, threadRow } from '#test/comment-rows.ts';
import { dropRow } from '#test/drop-rows.ts';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { exactMoment } from '#ui/exact-moment.ts';
import { SITE_DESCRIPTION } from './use-page-meta.ts';

const DROP = 'GET /rest/v1/voice_drops';
const PATH = '/voice-drop/a';
const FAILED = 'Failed to load voice drop. It may have been deleted or made private.';
const NOT_FOUND = 'This voice drop may have been deleted, made private, or the link is invalid.';

beforeEach(() => rememberSession('mira'));

const asVisitor = () => localStorage.clear();

const THREADS = 'GET /rest/v1/voice_drop_comments';
const around = { ...memberBackend, [THREADS]: () => json([]) };
const found = { ...around, [DROP]: () => json([dropRow('a')]) };
const gone = { ...around, [DROP]: () => json([]) };

const notFound = () => screen.findByRole('heading', { name: 'Voice Drop Not Found' });

const meta = (key: string) =>
  document.head
    .querySelector(`meta[name="${key}"], meta[property="${key}"]`)
    ?.getAttribute('content');

it('shows a skeleton while the drop is loading', async () => {
  fakeBackend({ ...memberBackend, [DROP]: () => Promise.withResolvers<Response>().promise });
  await openPage(PATH);
  expect(await screen.findByText('Loading voice drops')).toBeInTheDocument();
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(1);
});

it('shows a member the drop and when it was posted, without an invitation to join', async () => {
  const { requests } = fakeBackend(found);
  await openPage(PATH);
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  const moment = exactMoment('2026-01-01T00:00:00+00:00');
  expect(screen.getByText(`Posted on ${moment}`)).toBeVisible();
  expect(screen.queryByText('Join the conversation')).not.toBeInTheDocument();
  const asked = requests
    .map(({ url }) => new URL(url))
    .find(({ pathname }) => pathname === '/rest/v1/voice_drops');
  expect(asked?.searchParams.get('id')).toBe('eq.a');
});

it('shows the drop whose id is written in capitals', async () => {
  fakeBackend(found);
  await openPage('/voice-drop/A');
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
});

it('shows the comments in line with the box below, and more drops of the author', async () => {
  let total = 2;
  const { requests } = fakeBackend({
    ...found,
    [DROP]: (request) => {
      const isList = new URL(request.url).searchParams.has('user_id');
      const ids = isList ? ['e', 'd', 'a', 'c', 'b'] : ['a'];
      return json(ids.map((id) => dropRow(id, { comment_count: total })));
    },
    [THREADS]: () => json([threadRow(commentRow('one', 'ben'), { total })]),
    'POST /rest/v1/voice_drop_comments': () => {
      total += 1;
      return json(commentRow('two', 'mira'), 201);
    },
  });
  await openPage(PATH);
  const comments = within(await screen.findByRole('region', { name: 'Comments' }));
  expect(await comments.findByText('Words one')).toBeVisible();
  // The list is read before the comment is written, which its response would lack.
  const more = within(await screen.findByRole('region', { name: 'More from @noor' }));
  const headings = () =>
    more.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toEqual(['Title e', 'Title d', 'Title c']));
  await userEvent.type(comments.getByRole('textbox', { name: 'Add a comment' }), 'Two{Enter}');
  expect(await comments.findByText('Words two')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Comments on Title a, 3 comments' })).toBeVisible();
  expect(more.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/noor');
  const read = requests.map(({ url }) => new URL(url).searchParams.get('user_id'));
  expect(read).toContain('eq.id-of-noor');
});

it('reads earlier comments on a press, not by itself', async () => {
  const threads = Array.from({ length: 20 }, (_, index) =>
    threadRow(
      commentRow(`c${index}`, 'ben', { created_at: `2026-01-01T00:00:${59 - index}+00:00` }),
    ),
  );
  const { requests } = fakeBackend({
    ...found,
    [THREADS]: (request) =>
      json(
        new URL(request.url).searchParams.has('or')
          ? [threadRow(commentRow('old', 'ben'))]
          : threads,
      ),
  });
  await openPage(PATH);
  const comments = within(await screen.findByRole('region', { name: 'Comments' }));
  const earlier = await comments.findByRole('button', { name: 'Show earlier comments' });
  const reads = () => requests.filter(({ url }) => url.includes('voice_drop_comments')).length;
  expect(reads()).toBe(1);
  await userEvent.click(earlier);
  expect(await comments.findByText('Words old')).toBeVisible();
  expect(earlier).not.toBeInTheDocument();
});

it('keeps in its address whether the comments are open: a link opens them again', async () => {
  fakeIntersection();
  fakeBackend(found);
  const { router } = await openPage(`${PATH}?comments=open`);
  const dialog = () => screen.queryByRole('dialog', { name: 'Comments' });
  const section = () => screen.queryByRole('region', { name: 'Comments', hidden: true });
  await waitFor(() => expect(dialog()).toBeVisible());
  expect(section()).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog()).not.toBeInTheDocument());
  await waitFor(() => expect(section()).toBeVisible());
  expect(router.state.location.search).toEqual({});
  const link = {
    to: '/voice-drop/$id',
    params: { id: 'a' },
    search: { comments: 'open' },
  } as const;
  await act(() => router.navigate(link));
  await waitFor(() => expect(dialog()).toBeVisible());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog()).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: /^Comments on Title a/ }));
  await waitFor(() => expect(dialog()).toBeVisible());
  expect(router.state.location.search).toEqual({ comments: 'open' });
});

it('invites a visitor to sign in, with links that lead back to the page', async () => {
  asVisitor();
  fakeBackend(found);
  await openPage(PATH);
  const invitation = within(await screen.findByRole('region', { name: 'Join the conversation' }));
  expect(invitation.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fvoice-drop%2Fa',
  );
  expect(invitation.getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
    'href',
    '/auth?next=%2Fvoice-drop%2Fa&tab=sign-up',
  );
});

it('sets title and tags of the drop while its page is open, and the site’s afterwards', async () => {
  fakeBackend(found);
  const { router } = await openPage(PATH);
  await waitFor(() => expect(document.title).toBe('Title a by @noor'));
  expect(meta('description')).toBe('Listen to a voice drop of 1:05 by @noor on Undertone.');
  expect(meta('og:title')).toBe('Title a by @noor');
  expect(meta('og:description')).toBe(meta('description'));
  expect(meta('og:type')).toBe('website');
  expect(meta('og:url')).toBe(`${location.origin}${PATH}`);
  await act(() => router.navigate({ to: '/trending' }));
  await waitFor(() => expect(document.title).toBe('Trending · Undertone'));
  expect(document.head.querySelectorAll('meta[property^="og:"]')).toHaveLength(0);
  expect(meta('description')).toBe(SITE_DESCRIPTION);
});

it('reuses the tags that the server sent, and removes them when the page is left', async () => {
  const sent = `
    <link rel="canonical" href="${location.origin}${PATH}" />
    <meta property="og:url" content="${location.origin}${PATH}" />
    <meta property="og:title" content="Title a by @noor" />
    <meta property="og:image" content="/functions/v1/preview-image?drop=a" />
    <meta name="twitter:title" content="Title a by @noor" />`;
  document.head.insertAdjacentHTML('beforeend', sent);
  fakeBackend(found);
  const { router } = await openPage(PATH);
  await waitFor(() => expect(document.title).toBe('Title a by @noor'));
  expect(document.head.querySelectorAll('meta[property="og:title"]')).toHaveLength(1);
  expect(meta('og:image')).toBe('/functions/v1/preview-image?drop=a');
  await act(() => router.navigate({ to: '/trending' }));
  await waitFor(() => expect(document.title).toBe('Trending · Undertone'));
  expect(document.head.innerHTML).not.toContain('Title a');
  expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
});

it('removes the tags that the server sent for another page', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<link rel="canonical" href="/faqs" /><meta property="og:url" content="/faqs" />',
  );
  fakeBackend(found);
  await openPage(PATH);
  await waitFor(() => expect(meta('og:url')).toBe(`${location.origin}${PATH}`));
  expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
});

it.each([
  ['a member', 'the feed', () => {}, 'Go to Feed', '/app'],
  ['a visitor', 'the landing page', asVisitor, 'Go Home', '/'],
])('shows %s that the drop was not found, with a link to %s', async (...row) => {
  const [, , prepare, name, href] = row;
  prepare();
  fakeBackend(gone);
  await openPage(PATH);
  expect(await notFound()).toBeVisible();
  expect(screen.getByText(NOT_FOUND)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  expect(document.title).toBe('Voice Drop Not Found · Undertone');
});

it('shows an error when the server fails, and loads the drop on Try Again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const answers: Parameters<typeof fakeBackend>[0] = { ...memberBackend, [DROP]: serverError };
  fakeBackend(answers);
  const { queryClient } = await openPage(PATH);
  queryClient.setDefaultOptions({ queries: { retry: false } });
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  expect(await notFound()).toBeVisible();
  answers[DROP] = found[DROP];
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
});

it('shows that the id was not found when the address has a malformed one', async () => {
  const error = { code: '22P02', message: 'invalid input syntax for type uuid: "a"' };
  fakeBackend({ ...memberBackend, [DROP]: () => json(error, 400) });
  await openPage(PATH);
  expect(await screen.findByText('Voice drop ID not found')).toBeVisible();
  expect(await notFound()).toBeVisible();
  expect(screen.queryByText(FAILED)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
});

it('shows that the id was not found when the address has none', async () => {
  fakeBackend(memberBackend);
  await openPage('/voice-drop');
  expect(await screen.findByText('Voice drop ID not found')).toBeVisible();
  expect(await notFound()).toBeVisible();
});

it('goes back to the previous page', async () => {
  fakeBackend({ ...found, 'GET /rest/v1/bookmarks': () => json([]) });
  const { router } = await openPage('/trending');
  await screen.findByRole('heading', { name: 'Trending' });
  await act(() => router.navigate({ to: '/voice-drop/$id', params: { id: 'a' } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
});

it.each([
  ['the feed', 'a member', () => {}, '/app'],
  ['the landing page', 'a visitor', asVisitor, '/'],
])('goes back to %s when %s has no previous page', async (_page, _who, prepare, path) => {
  prepare();
  fakeBackend(found);
  const { router } = await openPage(PATH);
  await screen.findByRole('article');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

it('shows changes of the drop, and Not Found once it is deleted', async () => {
  fakeBackend(found);
  const { queryClient } = await openPage(PATH);
  const card = within(await screen.findByRole('article'));
  const store = dropStore(queryClient);
  act(() => store.edit('a', 'counts', (drop) => ({ ...drop, likeCount: 7 })));
  expect(await card.findByText('7')).toBeVisible();
  act(() => store.remove('a'));
  expect(await notFound()).toHaveFocus();
  expect(screen.queryByText(FAILED)).not.toBeInTheDocument();
});

/** @returns a function that returns whether Not Found has been shown since */
function watchNotFound(): () => boolean {
  let wasNotFound = false;
  const watching = new MutationObserver(() => {
    wasNotFound ||= document.body.textContent.includes('Voice Drop Not Found');
  });
  watching.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watching.disconnect());
  return () => wasNotFound;
}

it('leads back to the previous page when its author is blocked, and never shows Not Found', async () => {
  fakeBackend({
    ...found,
    'GET /rest/v1/blocks': () => json([]),
    'POST /rest/v1/blocks': () => new Response(null, { status: 201 }),
  });
  const { router } = await openPage('/trending');
  await router.navigate({ to: '/voice-drop/$id', params: { id: 'a' } });
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block User' }));
  const wasNotFound = watchNotFound();
  await userEvent.click(await screen.findByRole('button', { name: 'Block User' }));
  expect(await screen.findByText('User blocked successfully')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
  expect(wasNotFound()).toBe(false);
});

describe('a drop that its owner deletes on its own page', () => {
  const own = dropRow('a', { user_id: 'id-of-mira' });

  async function deleteOn(from?: '/trending') {
    const answered = Promise.withResolvers<Response>();
    fakeBackend({
      ...found,
      [DROP]: () => json([own]),
      'HEAD /rest/v1/voice_drops': () => counted(1),
      'DELETE /rest/v1/voice_drops': () => answered.promise,
      'DELETE /storage/v1/object/voice-drops': () => Promise.withResolvers<Response>().promise,
    });
    const { router } = await openPage(from ?? PATH);
    if (from) await router.navigate({ to: '/voice-drop/$id', params: { id: 'a' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const wasNotFound = watchNotFound();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    return { router, answered, wasNotFound };
  }

  it('leads back to the previous page, and never shows Not Found', async () => {
    const { router, answered, wasNotFound } = await deleteOn('/trending');
    answered.resolve(json([{ audio_path: own.audio_path }]));
    expect(await screen.findByText('Voice drop deleted successfully')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/trending'));
    expect(wasNotFound()).toBe(false);
  });

  it('leads to the feed when there is no previous page', async () => {
    const { router, answered, wasNotFound } = await deleteOn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/app'));
    answered.resolve(json([{ audio_path: own.audio_path }]));
    expect(await screen.findByText('Voice drop deleted successfully')).toBeVisible();
    expect(wasNotFound()).toBe(false);
  });
});

it('plays the drop alone', async () => {
  fakeMedia();
  fakeBackend(found);
  await openPage(PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Play Title a' }));
  await waitFor(() => expect(document.querySelector('audio')?.src).toContain('a.wav'));
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  expect(player.getByRole('button', { name: 'Next' })).toBeDisabled();
});

it('shows Not Found when the drop was made private before the tab is shown again', async () => {
  const answers = { ...found };
  fakeBackend(answers);
  const { queryClient } = await openPage(PATH);
  await screen.findByRole('article');
  answers[DROP] = gone[DROP];
  await queryClient.invalidateQueries({ queryKey: dropKeys.all, refetchType: 'none' });
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  expect(await notFound()).toBeVisible();
});
