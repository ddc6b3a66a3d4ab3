import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { beforeEach, expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import { dropStore } from '#features/drops/drop-cache.ts';

const BOOKMARKS = 'GET /rest/v1/bookmarks';

let scrollIntoView: () => void;

beforeEach(() => {
  rememberSession('mira');
  scrollIntoView = fakeIntersection();
});

/** A row of the response to the page's request. */
const bookmark = (id: string, duration = 65) => ({
  id: `bookmark-of-${id}`,
  created_at: '2026-01-02T00:00:00+00:00',
  drop: dropRow(id, { duration, bookmarks: [{ id: `bookmark-of-${id}` }] }),
});

/** A response with the total number of bookmarks. */
const page = (rows: readonly object[], total: number) =>
  Response.json(rows, { headers: { 'content-range': `0-${rows.length}/${total}` } });

const searches = (requests: Request[]) =>
  requests
    .filter(({ url }) => new URL(url).pathname === '/rest/v1/bookmarks')
    .map(({ url }) => new URL(url).searchParams);

/** Opens the page with the same bookmarks for every request. */
async function openBookmarks(path = '/bookmarks', rows = [bookmark('a'), bookmark('b')]) {
  const { requests } = fakeBackend({
    ...memberBackend,
    [BOOKMARKS]: () => page(rows, rows.length),
  });
  const opened = await openPage(path);
  await screen.findByRole('heading', { level: 1, name: 'Bookmarks' });
  return { ...opened, asked: () => searches(requests) };
}

const field = () => screen.getByRole('searchbox', { name: 'Search bookmarks' });
const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

it('shows skeletons while the bookmarks are loading', async () => {
  fakeBackend({ ...memberBackend, [BOOKMARKS]: () => Promise.withResolvers<Response>().promise });
  await openPage('/bookmarks');
  await waitFor(() => expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(3));
});

it('shows the viewer’s own bookmarks with their number, the latest first, in one request', async () => {
  const { asked } = await openBookmarks();
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(screen.getByText('2')).toHaveTextContent('2 bookmarks');
  expect(document.body).toHaveFocus();
  expect(asked()).toHaveLength(1);
  const [search] = asked();
  expect(search?.get('user_id')).toBe('eq.id-of-mira');
  expect(search?.get('order')).toBe('created_at.desc,id.desc');
  expect(search?.get('select')).toContain('drop:voice_drops!inner(');
});

it('explains bookmarks when there is none, and links to the feed', async () => {
  await openBookmarks('/bookmarks', []);
  expect(await screen.findByText('Bookmark posts to save them for later')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Explore Drops' })).toHaveAttribute('href', '/app');
  expect(screen.queryByRole('searchbox', { name: 'Search bookmarks' })).not.toBeInTheDocument();
});

it('searches titles, usernames and hashtags, with or without their #', async () => {
  const { asked, router } = await openBookmarks();
  await screen.findAllByRole('article');
  await userEvent.type(field(), 'Night');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]?.get('drop.named.username')).toBe('ilike.%Night%');
  expect(asked()[1]?.get('drop.or')).toBe(
    '(title.ilike."%Night%",named.not.is.null,hashtags.cs.{"night"})',
  );
  expect(router.state.location.search).toEqual({ q: 'Night' });
});

it('names the words that match no bookmark, and offers to show all', async () => {
  const { router } = await openBookmarks('/bookmarks?q=zzz', []);
  expect(await screen.findByText('No bookmarks found')).toBeVisible();
  expect(screen.getByText('Nothing you have put aside matches “zzz”.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show All' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it.each([
  ['Oldest First', 'oldest', 'created_at.asc,id.asc'],
  ['Longest Duration', 'longest', 'drop(duration).desc,id.desc'],
])('sorts by %s', async (name, sort, order) => {
  const { asked, router } = await openBookmarks();
  expect(screen.getByRole('radio', { name: 'Recent' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]?.get('order')).toBe(order);
  expect(router.state.location.search).toEqual({ sort });
});

it.each([
  [
    'recent',
    {
      or: [
        '(created_at.lt."2026-01-02T00:00:00+00:00",and(created_at.eq."2026-01-02T00:00:00+00:00",id.lt."bookmark-of-19"))',
      ],
    },
  ],
  [
    'oldest',
    {
      or: [
        '(created_at.gt."2026-01-02T00:00:00+00:00",and(created_at.eq."2026-01-02T00:00:00+00:00",id.gt."bookmark-of-19"))',
      ],
    },
  ],
  [
    'longest',
    {
      'drop.duration': ['lte.12.5'],
      'shorter.duration': ['lt.12.5'],
      or: ['(shorter.not.is.null,id.lt."bookmark-of-19")'],
    },
  ],
])(
  'fetches the next page by cursor in the order %s, and counts only once',
  async (sort, conditions) => {
    const rows = Array.from({ length: LIST_PAGE_SIZE }, (_, index) =>
      bookmark(String(index), 12.5),
    );
    const { requests } = fakeBackend({
      ...memberBackend,
      [BOOKMARKS]: ({ url, headers }) => {
        if (!new URL(url).searchParams.has('or')) return page(rows, 21);
        expect(headers.get('prefer') ?? '').not.toContain('count');
        return json([bookmark('last')]);
      },
    });
    await openPage(`/bookmarks?sort=${sort}`);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(20));
    scrollIntoView();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(21));
    const second = searches(requests)[1];
    const given = Object.keys(conditions).map((name) => [name, second?.getAll(name)]);
    expect(given).toEqual(Object.entries(conditions));
    expect(screen.getByText('21')).toHaveTextContent('21 bookmarks');
  },
);

it('removes a drop at once when its bookmark is removed, and shows it again when that fails', async () => {
  const { queryClient } = await openBookmarks();
  const card = await screen.findByRole('article', { name: 'Title a' });
  act(() => within(card).getByRole('button', { name: 'Share Title a' }).focus());
  const mark = (isBookmarked: boolean) =>
    act(() => dropStore(queryClient).edit('a', 'bookmark', (drop) => ({ ...drop, isBookmarked })));
  mark(false);
  await waitFor(() => expect(titles()).toEqual(['Title b']));
  expect(screen.getByText('1')).toHaveTextContent('1 bookmark');
  // The row that replaces it.
  await waitFor(() => expect(screen.getByRole('article', { name: 'Title b' })).toHaveFocus());
  mark(true);
  await waitFor(() => expect(titles()).toEqual(['Title a', 'Title b']));
  expect(screen.getByText('2')).toHaveTextContent('2 bookmarks');
});

it('does not count a drop that was deleted meanwhile', async () => {
  const { queryClient } = await openBookmarks();
  await screen.findByRole('article', { name: 'Title a' });
  act(() => dropStore(queryClient).remove('a'));
  await waitFor(() => expect(titles()).toEqual(['Title b']));
  expect(screen.getByText('1')).toHaveTextContent('1 bookmark');
});

it('shows the empty state when the last bookmark is removed', async () => {
  const { queryClient } = await openBookmarks('/bookmarks', [bookmark('a')]);
  await screen.findByRole('article');
  act(() =>
    dropStore(queryClient).edit('a', 'bookmark', (drop) => ({ ...drop, isBookmarked: false })),
  );
  expect(await screen.findByText('Bookmark posts to save them for later')).toBeVisible();
});

/** Opens a list of three pages of bookmarks, and scrolls to its end. */
async function openLongList() {
  const pages = ['a', 'b', 'c'].map((name) =>
    Array.from({ length: LIST_PAGE_SIZE }, (_, index) => bookmark(`${name}${index}`)),
  );
  let read = 0;
  const { requests } = fakeBackend({
    ...memberBackend,
    [BOOKMARKS]: () => page(pages[read++ % 3] ?? [], 60),
    'GET /rest/v1/voice_drops': () => json([dropRow('new')]),
    'POST /rest/v1/bookmarks': () => new Response(null, { status: 201 }),
  });
  const opened = await openPage('/bookmarks');
  for (const number of [1, 2, 3]) {
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(number * 20));
    if (number < 3) scrollIntoView();
  }
  return { ...opened, asked: () => searches(requests) };
}

it('refetches a list of many pages only after a drop was bookmarked, and then from its first page', async () => {
  const { queryClient, router, asked } = await openLongList();
  await router.navigate({ to: '/trending' });
  await router.navigate({ to: '/bookmarks' });
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked()).toHaveLength(3);
  await router.navigate({ to: '/app' });
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title new' }));
  await screen.findByText('Added to bookmarks');
  await router.navigate({ to: '/bookmarks' });
  await waitFor(() => expect(asked().length).toBeGreaterThan(3));
  await screen.findAllByRole('article');
  const again = asked().slice(3);
  expect(again.map((search) => search.has('or'))).toEqual(again.map(() => false));
});
