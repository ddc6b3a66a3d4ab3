import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { counted, fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { arrive, fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { testSettings } from '#test/test-app.ts';

type Answers = Parameters<typeof fakeBackend>[0];

const DAY = 24 * 3_600_000;

/** Noor's row as a viewer with access to everything receives it. */
const noor = {
  user_id: 'id-of-noor',
  username: 'Noor',
  bio: 'Night buses, mostly.',
  avatar_url: null,
  is_private: false,
  created_at: new Date(Date.now() - 3 * DAY).toISOString(),
  counts: { follower_count: 1234, following_count: 5, like_count: 77 },
  followed: [] as { id: string }[],
  requested: [] as { id: string }[],
  blocked: [] as { id: string }[],
};

beforeEach(() => {
  fakeIntersection();
  fakeMedia();
});

/** Answers for a profile by its handle; `find` may return another row later in a test. */
function backend(find: () => object | null): Answers {
  const own = memberBackend['GET /rest/v1/profiles'];
  return {
    ...memberBackend,
    'GET /rest/v1/profiles': (request) => {
      if (!new URL(request.url).searchParams.has('handle') && own) return own(request);
      const found = find();
      return json(found ? [found] : []);
    },
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/voice_drop_comments': () => json([]),
    'GET /rest/v1/rpc/shown_likes': () => json([]),
    'HEAD /rest/v1/voice_drops': () => counted(12),
  };
}

async function open(answers: Answers, path = '/Noor', settings = testSettings) {
  const { requests } = fakeBackend(answers);
  const page = await openPage(path, settings);
  return { ...page, requests, main: within(await screen.findByRole('main')) };
}

const stats = () =>
  [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('a profile shows that it loads', async () => {
  const { main } = await open({ ...backend(() => noor), 'GET /rest/v1/profiles': neverAnswers });
  expect(await main.findByText('Loading profile...')).toBeVisible();
});

it('a profile shows a visitor the profile of a person, found by username in any case', async () => {
  const { main, requests } = await open(
    backend(() => noor),
    '/nOOr',
  );
  expect(await main.findByRole('heading', { name: 'Noor' })).toBeVisible();
  expect(main.getByText('@noor')).toBeVisible();
  expect(main.getByText('Joined 3d ago')).toBeVisible();
  expect(main.getByText('Night buses, mostly.')).toBeVisible();
  expect(main.queryByRole('button', { name: 'Follow' })).toBeNull();
  await waitFor(() =>
    expect(stats()).toEqual(['Drops12', 'Followers1.2K', 'Following5', 'Likes77']),
  );
  expect(document.title).toBe('Noor (@noor) · Undertone');
  const asked = requests
    .map(({ url }) => new URL(url))
    .find(({ searchParams }) => searchParams.has('handle'));
  expect(asked?.searchParams.get('handle')).toBe('eq.noor');
  expect(asked?.searchParams.get('select')).not.toContain('blocks');
});

it('a profile gives a visitor the podcast feed of a person who has one', async () => {
  const user = userEvent.setup();
  const settings = { ...testSettings, podcastFeeds: true };
  await open(
    backend(() => ({ ...noor, allow_downloads: true })),
    '/Noor',
    settings,
  );
  await user.click(await screen.findByRole('button', { name: 'Podcast feed' }));
  await expectToast('Link copied!');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/feeds/Noor.xml`);
});

it('a profile names a user that does not exist, and links home', async () => {
  rememberSession('mira');
  const { main } = await open(
    { ...backend(() => null), 'POST /rest/v1/rpc/find_renamed': () => json(null) },
    '/nobody.here',
  );
  expect(await main.findByRole('heading', { name: 'User Not Found' })).toBeVisible();
  expect(main.getByText('The user "nobody.here" does not exist.')).toBeVisible();
  expect(main.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/app');
});

it('a former username goes to the present one if its owner wants that', async () => {
  rememberSession('mira');
  await open(
    {
      ...backend(() => null),
      'GET /rest/v1/profiles': ({ url }) => json(url.includes('eq.noor') ? [noor] : []),
      'POST /rest/v1/rpc/find_renamed': () => json('Noor'),
    },
    '/old_noor?tab=replies',
  );
  expect(await screen.findByRole('heading', { name: 'Noor' })).toBeVisible();
  expect(location.pathname + location.search).toBe('/Noor?tab=replies');
});

it('a profile shows a failed request as a failure, not as a missing user', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let answer = () => json({ code: '57014', message: 'canceled' }, 500);
  const { main } = await open({
    ...backend(() => noor),
    'GET /rest/v1/profiles': () => answer(),
  });
  expect(await main.findByText('Failed to load profile')).toBeVisible();
  expect(main.queryByText('User Not Found')).toBeNull();
  answer = () => json([noor]);
  await press('Try Again');
  expect(await main.findByRole('heading', { name: 'Noor' })).toBeVisible();
});

it.each(['/admin', '/Admin', '/noor/drops'])('a profile shows Not Found under %s', async (path) => {
  fakeBackend(backend(() => noor));
  await openPage(path);
  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
});

it('a viewer follows: the button changes at once, a toast confirms, and the drops are refetched', async () => {
  rememberSession('mira');
  const written = Promise.withResolvers<Response>();
  let shown = noor;
  const { main, requests } = await open({
    ...backend(() => shown),
    'POST /rest/v1/follows': () => written.promise,
  });
  await press('Follow');
  const button = main.getByRole('button', { name: 'Unfollow' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  // Presses are ignored while the change is being saved.
  await userEvent.click(button);
  shown = { ...noor, followed: [{ id: 'f' }] };
  written.resolve(new Response(null, { status: 201 }));
  await expectToast('Following user!');
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  expect(main.getByRole('button', { name: 'Unfollow' })).toBeVisible();

  const writes = requests.filter(({ method }) => method === 'POST' || method === 'DELETE');
  const follows = writes.filter(({ url }) => url.includes('/follows'));
  expect(follows).toHaveLength(1);
  expect(await follows[0]?.json()).toEqual({
    follower_id: 'id-of-mira',
    following_id: 'id-of-noor',
  });
  const lists = () =>
    requests.filter(({ method, url }) => method === 'GET' && url.includes('/voice_drops'));
  await waitFor(() => expect(lists()).toHaveLength(2));
});

it('a profile counts a new follower before the change is saved', async () => {
  rememberSession('mira');
  const few = { ...noor, counts: { ...noor.counts, follower_count: 41 } };
  await open({ ...backend(() => few), 'POST /rest/v1/follows': neverAnswers });
  await press('Follow');
  await waitFor(() => expect(stats()).toContain('Followers42'));
});

it('a viewer unfollows a person', async () => {
  rememberSession('mira');
  let shown = { ...noor, followed: [{ id: 'f' }] };
  const { requests } = await open({
    ...backend(() => shown),
    'DELETE /rest/v1/follows': () => {
      shown = noor;
      return new Response(null, { status: 204 });
    },
  });
  await press('Unfollow');
  await expectToast('Unfollowed user');
  expect(screen.getByRole('button', { name: 'Follow' })).toBeVisible();
  const request = requests.find(({ method }) => method === 'DELETE');
  expect(Object.fromEntries(new URL(request?.url ?? '').searchParams)).toEqual({
    follower_id: 'eq.id-of-mira',
    following_id: 'eq.id-of-noor',
  });
});

it.each([
  ['Follow', 'Failed to follow user', noor, 'POST /rest/v1/follows'],
  [
    'Unfollow',
    'Failed to unfollow user',
    { ...noor, followed: [{ id: 'f' }] },
    'DELETE /rest/v1/follows',
  ],
])('a failed %s is reverted, with a toast', async (word, words, shown, call) => {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira');
  const few = { ...shown, counts: { ...noor.counts, follower_count: 41 } };
  await open({ ...backend(() => few), [call]: serverError });
  await press(word);
  await expectToast(words);
  expect(screen.getByRole('button', { name: word })).toBeVisible();
  expect(stats()).toContain('Followers41');
});

it('a profile treats a follow that exists already as saved', async () => {
  rememberSession('mira');
  let shown = noor;
  const { main } = await open({
    ...backend(() => shown),
    'POST /rest/v1/follows': () => {
      shown = { ...noor, followed: [{ id: 'f' }], bio: 'Read again.' };
      return json({ code: '23505', message: 'duplicate key value' }, 409);
    },
  });
  await press('Follow');
  expect(await main.findByText('Read again.')).toBeVisible();
  expect(main.getByRole('button', { name: 'Unfollow' })).toBeVisible();
});

it('a member asks to follow a private account, and withdraws the request', async () => {
  rememberSession('mira');
  const closed = { ...noor, is_private: true, counts: null };
  let shown: object = closed;
  const { main, requests } = await open({
    ...backend(() => shown),
    'POST /rest/v1/follows': () => {
      shown = { ...closed, requested: [{ id: 'r' }] };
      return json([], 201);
    },
    'DELETE /rest/v1/follow_requests': () => {
      shown = closed;
      return new Response(null, { status: 204 });
    },
  });
  expect(await main.findByText('This account is private')).toBeVisible();
  expect(main.getByText(/^Ask to follow Noor\./)).toBeVisible();
  expect(stats()).toEqual([]);
  await press('Follow');
  await expectToast('Request sent');
  expect(await main.findByText(/^You have asked to follow Noor\./)).toBeVisible();
  await press('Requested');
  await expectToast('Request withdrawn');
  expect(await main.findByRole('button', { name: 'Follow' })).toBeVisible();
  const withdrawn = requests.find(({ method }) => method === 'DELETE');
  expect(new URL(withdrawn!.url).search).toBe(
    '?requester_id=eq.id-of-mira&account_id=eq.id-of-noor',
  );
});

it('a profile shows the drops of a private account to its followers', async () => {
  rememberSession('mira');
  const { main } = await open({
    ...backend(() => ({ ...noor, is_private: true, followed: [{ id: 'f' }] })),
    'GET /rest/v1/voice_drops': () => json([dropRow('a')]),
  });
  expect(await main.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(main.queryByText('This account is private')).toBeNull();
});

it('a profile explains a private account to a visitor', async () => {
  const { main } = await open(backend(() => ({ ...noor, is_private: true, counts: null })));
  expect(await main.findByText('Only followers hear the voice drops of Noor.')).toBeVisible();
  expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth?next=%2FNoor');
});

it('a profile hides the drops of a blocked person until the viewer unblocks them', async () => {
  rememberSession('mira');
  let shown = { ...noor, blocked: [{ id: 'b' }] };
  const written = Promise.withResolvers<Response>();
  const { main } = await open({
    ...backend(() => shown),
    'DELETE /rest/v1/blocks': () => written.promise,
  });
  expect(await main.findByText('You have blocked Noor')).toBeVisible();
  expect(main.queryByRole('tab')).toBeNull();
  expect(main.queryByRole('button', { name: 'Follow' })).toBeNull();
  await press('Unblock');
  expect(await main.findByRole('button', { name: 'Unblocking...' })).toBeDisabled();
  shown = noor;
  written.resolve(new Response(null, { status: 204 }));
  await expectToast('User unblocked successfully');
  expect(await main.findByRole('button', { name: 'Follow' })).toBeVisible();
});

it('a profile shows an error and keeps the block when the server fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  rememberSession('mira');
  await open({
    ...backend(() => ({ ...noor, blocked: [{ id: 'b' }] })),
    'DELETE /rest/v1/blocks': serverError,
  });
  await press('Unblock');
  await expectToast('Failed to unblock user. Please try again.');
  expect(screen.getByRole('button', { name: 'Unblock' })).toBeEnabled();
});

it.each([
  ['Drops', "Noor hasn't shared any voice drops."],
  ['Liked', 'Drops they like will appear here'],
  ['Replies', 'Their replies to other drops will appear here'],
])('a profile shows a message for an empty list under a person’s %s', async (tab, words) => {
  const { main } = await open(backend(() => noor));
  await userEvent.click(await main.findByRole('tab', { name: tab }));
  expect(await main.findByText(words)).toBeVisible();
});

it.each([
  ['My Drops', 'Share your first voice drop to get started'],
  ['Liked', 'Drops you like will appear here'],
  ['Replies', 'Your replies to other drops will appear here'],
])('a profile shows a message for an empty list under the viewer’s own %s', async (tab, words) => {
  rememberSession('noor');
  const { main } = await open(backend(() => noor));
  await userEvent.click(await main.findByRole('tab', { name: tab }));
  expect(await main.findByText(words)).toBeVisible();
  expect(main.queryByRole('button', { name: 'Follow' })).toBeNull();
});

it('a profile shows which drops its owner likes and shows, page by page, without what the viewer has muted', async () => {
  rememberSession('mira');
  const at = '2026-01-02T00:00:00+00:00';
  const like = (id: string, changes = {}) => ({
    id: `like-${id}`,
    created_at: at,
    drop: dropRow(id, changes),
  });
  const firstPage = Array.from({ length: LIST_PAGE_SIZE }, (_, index) =>
    like(`${index}`, { is_muted: index === 1 }),
  );
  const scroll = fakeIntersection();
  const { main, requests } = await open({
    ...backend(() => noor),
    'GET /rest/v1/rpc/shown_likes': ({ url }) =>
      json(new URL(url).searchParams.has('before') ? [like('last')] : firstPage),
  });
  await userEvent.click(await main.findByRole('tab', { name: 'Liked' }));
  expect(await main.findByRole('article', { name: 'Title 0' })).toBeVisible();
  expect(main.queryByRole('article', { name: 'Title 1' })).toBeNull();
  scroll();
  await waitFor(() => {
    const asked = requests.filter(({ url }) => url.includes('/shown_likes')).map(({ url }) => url);
    const [first, second] = asked.map((url) => new URL(url).searchParams);
    expect(first?.get('person')).toBe('id-of-noor');
    expect(second?.get('before')).toBe(at);
    expect(second?.get('before_id')).toBe(`like-${LIST_PAGE_SIZE - 1}`);
  });
});

it('a profile shows a visitor the person’s replies, with links to the drops', async () => {
  const { main, requests } = await open({
    ...backend(() => noor),
    'GET /rest/v1/voice_drop_comments': () =>
      json([
        {
          id: 'c',
          content: 'So true',
          created_at: '2026-11-20T10:00:00+00:00',
          parent_comment_id: null,
          voice_drop_id: 'a',
          drop: { title: 'Night bus', author: { username: 'mira' } },
        },
      ]),
  });
  await userEvent.click(await main.findByRole('tab', { name: 'Replies' }));
  expect(await main.findByText('So true')).toBeVisible();
  expect(main.getByRole('link', { name: 'Night bus' })).toHaveAttribute('href', '/voice-drop/a');
  const read = requests.find(({ url }) => url.includes('/rest/v1/voice_drop_comments'));
  expect(new URL(read?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-noor');
});

it('a profile links the owner from an empty list of drops to the recorder', async () => {
  rememberSession('noor');
  const { main } = await open(backend(() => noor));
  expect(await main.findByRole('link', { name: 'Record' })).toHaveAttribute('href', '/record');
});

it('a profile plays its drops one after the other', async () => {
  const { main, requests } = await open({
    ...backend(() => noor),
    'GET /rest/v1/voice_drops': () => json([dropRow('a'), dropRow('b')]),
  });
  await userEvent.click(await main.findByRole('button', { name: 'Play Title a' }));
  const audio = await waitFor(() => {
    const element = document.querySelector('audio');
    if (!element?.src) throw new Error('Nothing plays yet.');
    return element;
  });
  arrive(audio, 65);
  expect(audio.src).toContain('/id-of-noor/a.wav');
  await userEvent.click(main.getByRole('button', { name: 'Pause Title a' }));
  expect(await main.findByRole('button', { name: 'Play Title a' })).toBeVisible();
  audio.dispatchEvent(new Event('ended'));
  await waitFor(() => expect(audio.src).toContain('/id-of-noor/b.wav'));
  const list = requests.find(
    ({ method, url }) => method === 'GET' && url.includes('/rest/v1/voice_drops'),
  );
  expect(new URL(list?.url ?? '').searchParams.get('user_id')).toBe('eq.id-of-noor');
});

it('a profile offers ways to share when the browser has no share dialog', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const user = userEvent.setup();
  await open({ ...backend(() => noor), 'GET /functions/v1/qr-code': serverError });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this profile' }));
  expect(dialog.getByRole('link', { name: 'Bluesky' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await expectToast('Link copied!');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/Noor`);
});
