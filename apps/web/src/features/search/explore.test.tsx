import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, testSettings } from '#test/test-app.ts';
import type { DropRow } from '#features/drops/drop.ts';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { memberBackend } from '#test/member-backend.ts';
import { rankRow } from '#test/rank-rows.ts';
import { storeLeavesOutHeard } from '#features/drops/heard/leave-out-heard.ts';
import { storeFinishedDrop } from '#features/player/store-finished-drop.ts';
import { openApp, openPage } from '#test/open-page.tsx';
import { rememberSession, sessionOf } from '#test/session.ts';
import { exploreDropsOptions } from './queries.ts';

const DROPS = 'GET /rest/v1/voice_drops';

let scrollIntoView: () => void;

beforeEach(() => {
  rememberSession('mira');
  scrollIntoView = fakeIntersection();
});

/** The requests for drops so far, without those for what is withheld from visitors. */
const searches = (requests: Request[]) =>
  requests
    .filter(({ url }) => !asksForNonpublic(url))
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname === '/rest/v1/voice_drops')
    .map(({ searchParams }) => searchParams)
    // Matches that were ranked are read by their ids, and suggested drops by their titles.
    .filter((asked) => !asked.has('id') && !asked.has('words.title'));

/** Whether a search asks for the drops that the viewer sees and visitors do not. */
const asksForNonpublic = (url: string) => url.includes('words%3Anonpublic_drop_words');

/** Answers a search with drops that visitors see. */
const openDrops = (url: string, rows: DropRow[]) => json(asksForNonpublic(url) ? [] : rows);

/** Opens Explore with a backend that answers every request with these drops. */
async function explore(path = '/explore', rows = [dropRow('a')], open = openPage) {
  const { requests } = fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => openDrops(url, rows),
  });
  const page = await open(path);
  const field = await screen.findByRole('combobox', { name: 'Search by title or username' });
  const asked = () => searches(requests);
  return { ...page, asked, field };
}

const filter = (name: string) => screen.getByRole('radio', { name });

it('Explore shows skeletons while the drops are loading', async () => {
  fakeBackend({ ...memberBackend, [DROPS]: neverAnswers });
  await openPage('/explore');
  expect(await screen.findByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(3);
});

it('Explore requests the drops that everyone may find, newest first', async () => {
  const { asked } = await explore();
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(asked()).toHaveLength(1);
  const [search] = asked();
  expect(search?.get('account.is_private')).toBe('is.false');
  expect(search?.get('privacy_level')).toBe('neq.private');
  expect(search?.get('order')).toBe('created_at.desc,id.desc');
  expect(search?.get('limit')).toBe('20');
  expect(search?.has('or')).toBe(false);
});

it('Explore shows six filters, with All selected', async () => {
  await explore();
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'All',
    'Recent',
    'Popular',
    'Short',
    'Medium',
    'Long',
  ]);
  expect(filter('All')).toBeChecked();
});

it.each([
  ['Short', ['29.9']],
  ['Medium', ['30', '120']],
])('Explore filters by %s down to the drops of %s seconds', async (name, left) => {
  const meets = (duration: number, condition: string) => {
    const [operator, value] = condition.split('.');
    const limit = Number(value);
    return {
      lt: duration < limit,
      lte: duration <= limit,
      gt: duration > limit,
      gte: duration >= limit,
    }[operator ?? ''];
  };
  fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => {
      const conditions = new URL(url).searchParams.getAll('duration');
      const durations = [29.9, 30, 120, 120.1].filter((duration) =>
        conditions.every((condition) => meets(duration, condition)),
      );
      return json(durations.map((duration) => dropRow(String(duration), { duration })));
    },
  });
  const { router } = await openPage('/explore');
  await userEvent.click(await screen.findByRole('radio', { name }));
  await waitFor(() => expect(filter(name)).toBeChecked());
  await waitFor(() =>
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ).toEqual(left.map((duration) => `Title ${duration}`)),
  );
  expect(router.state.location.search).toEqual({ filter: name.toLowerCase() });
});

it('Explore shows popular drops of everybody in the order of Hot, also those that match a search', async () => {
  const hot = (title: string, key: number) => ({ hot: key, drop: dropRow(title) });
  const full = Array.from({ length: LIST_PAGE_SIZE }, (_, index) => hot(`b${index}`, 900 - index));
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drop_ranks': ({ url }) =>
      // A drop of the first page has lost its place meanwhile.
      json(url.includes('hot=lte.881') ? [hot('b5', 8), hot('last', 7)] : full),
  });
  await openPage('/explore?filter=popular&q=rain');
  expect(await screen.findByRole('article', { name: 'Title b0' })).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title b0' }));
  expect(await screen.findByRole('menuitem', { name: 'Why is this here?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.querySelectorAll('[role=feed] article')).toHaveLength(LIST_PAGE_SIZE),
  );
  scrollIntoView();
  expect(await screen.findByRole('article', { name: 'Title last' })).toBeVisible();
  expect(screen.getAllByRole('article', { name: 'Title b5' })).toHaveLength(1);
  const asked = requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('voice_drop_ranks'))
    .map(({ searchParams }) => searchParams);
  expect(asked).toHaveLength(2);
  for (const search of asked) {
    expect(search.get('order')).toBe('hot.desc,voice_drop_id.desc');
    expect(search.get('drop.words.or')).toBe('(title.ilike."%rain%",handle.ilike."%rain%")');
  }
  expect(asked[1]?.get('or')).toBe('(hot.lt.881,voice_drop_id.lt.b19)');
});

it('Explore shows Hot as the popular drops, with at most two of an author on a page, and hides listened drops on request', async () => {
  storeLeavesOutHeard(false);
  const ranks = [
    rankRow('a', 9, 'x'),
    rankRow('b', 8, 'x'),
    rankRow('c', 7, 'x'),
    rankRow('d', 6, 'y'),
  ];
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drop_ranks': () => json(ranks),
    [DROPS]: ({ url }) => {
      const ids = new URL(url).searchParams.get('id') ?? '';
      return json(['a', 'b', 'c', 'd'].filter((id) => ids.includes(id)).map((id) => dropRow(id)));
    },
  });
  storeFinishedDrop('id-of-mira', 'a');
  await openPage('/explore?filter=popular');
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
  await screen.findByRole('article', { name: 'Title d' });
  expect(titles()).toEqual(['Title a', 'Title b', 'Title d']);
  await userEvent.click(await screen.findByRole('switch', { name: 'Leave out what I have heard' }));
  await screen.findByRole('article', { name: 'Title c' });
  expect(titles()).toEqual(['Title b', 'Title c', 'Title d']);
  storeLeavesOutHeard(false);
});

it('Explore searches for a hashtag that cannot be one as text', async () => {
  await openPage('/explore?tag=a-b');
  expect(await screen.findByRole('combobox', { name: /Search by title/ })).toHaveValue('a-b');
});

it('the address that hashtags had in Explore leads to their page', async () => {
  const { router } = await openPage('/explore?tag=Rain');
  await waitFor(() => expect(router.state.location.href).toBe('/tag/rain'));
});

it('Explore filters by Recent down to drops of at most 24 hours ago', async () => {
  const { asked } = await explore('/explore?filter=recent');
  expect(screen.getByText('From the last 24 hours')).toBeVisible();
  await waitFor(() => expect(asked()).toHaveLength(1));
  const [operator, ...moment] = asked()[0]?.get('created_at')?.split('.') ?? [];
  expect(operator).toBe('gte');
  const age = Date.now() - new Date(moment.join('.')).getTime();
  expect(age / 3_600_000).toBeCloseTo(24, 1);
});

it('Explore searches titles and usernames once typing pauses', async () => {
  const { asked, field, router } = await explore();
  await screen.findByRole('article');
  await userEvent.type(field, ' night bus');
  await waitFor(() => expect(asked()).toHaveLength(2));
  const search = asked()[1];
  expect(search?.get('select')).toMatch(/,words:voice_drop_words!inner\(\)$/);
  expect(search?.get('words.or')).toBe('(title.ilike."%night bus%",handle.ilike."%night bus%")');
  expect(router.state.location.search).toEqual({ q: 'night bus' });
  expect(field).toHaveValue(' night bus');
  expect(await screen.findByText('Results for “night bus”')).toBeVisible();
});

it('Explore shows the search and filter of the address, also after a reload', async () => {
  const { asked, field } = await explore('/explore?q=1984&filter=long', [dropRow('a')], openApp);
  expect(field).toHaveValue('1984');
  expect(screen.getByPlaceholderText('Search voice drops, users...')).toHaveValue('1984');
  expect(filter('Long')).toBeChecked();
  expect(screen.getByText('Results for “1984” · Over 2 minutes')).toBeVisible();
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]?.get('duration')).toBe('gt.120');
  expect(asked()[0]?.get('words.or')).toContain('1984');
});

it.each(['1e5', '"[1] +1 & ?"'])(
  'writes %s into the address as typed, and reads it back unchanged',
  async (words) => {
    const { field, router } = await explore();
    // userEvent reads text in brackets as a key: a doubled bracket is typed literally.
    await userEvent.type(field, `${words.replaceAll('[', '[[')}{Enter}`);
    const query = `?${new URLSearchParams({ q: words }).toString()}`;
    await waitFor(() => expect(router.state.location.searchStr).toBe(query));
    cleanup();
    const again = await explore(`/explore${query}`);
    expect(again.field).toHaveValue(words);
  },
);

it('Explore shows all drops when the address has invalid parameters', async () => {
  await explore('/explore?q=a&q=b&filter=shortest');
  expect(filter('All')).toBeChecked();
});

it('Back returns to the previous filter and keeps the search', async () => {
  const { field, router } = await explore('/explore?q=night');
  await userEvent.click(filter('Short'));
  await waitFor(() => expect(filter('Short')).toBeChecked());
  router.history.back();
  await waitFor(() => expect(filter('All')).toBeChecked());
  expect(field).toHaveValue('night');
});

it('Explore says that no drops exist yet', async () => {
  await explore('/explore', []);
  expect(await screen.findByText('No Voice Drops Yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show All' })).not.toBeInTheDocument();
});

it('Explore says that nothing was found, and offers to show all', async () => {
  const { router, field } = await explore('/explore?q=zzz&filter=long', []);
  expect(await screen.findByText('No matches')).toBeVisible();
  expect(screen.getByText('Nothing with this filter matches “zzz”.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show All' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(field).toHaveValue('');
  expect(filter('All')).toBeChecked();
});

it('the clear button empties the search field and keeps its focus', async () => {
  const { field, router } = await explore('/explore?q=night');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it('Explore says that the drops could not be loaded, and retries on request', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let isBroken = true;
  fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) =>
      isBroken ? json({ code: 'XX000', message: 'broken' }, 500) : openDrops(url, [dropRow('a')]),
  });
  await openPage('/explore?q=night');
  expect((await screen.findAllByText('Failed to load voice drops')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Please try again.')[0]).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Search by title or username' })).toHaveValue(
    'night',
  );
});

it('Explore says that a search took too long, not that something broke', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  fakeBackend({
    ...memberBackend,
    [DROPS]: () => json({ code: '57014', message: 'canceling statement due to timeout' }, 500),
  });
  await openPage('/explore?q=zq');
  expect((await screen.findAllByText(/^This search takes too long/)).length).toBeGreaterThan(0);
  expect(screen.queryByText('Please try again.')).toBeNull();
});

it('Explore shows the best of the hundred hottest matches first, then all others by time', async () => {
  const matches = Array.from({ length: 100 }, (_, index) =>
    dropRow(`drop-${index}`, { title: index === 99 ? 'Rain' : `A rainy day ${index}` }),
  );
  const { requests } = fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => {
      const { searchParams } = new URL(url);
      const ids = searchParams.get('id');
      if (ids !== null) return json(matches.filter(({ id }) => ids.split(/[(),]/).includes(id)));
      if (asksForNonpublic(url)) return json([]);
      if (searchParams.get('limit') === '100') return json(matches);
      return json(searchParams.has('or') ? [dropRow('last')] : matches.slice(0, LIST_PAGE_SIZE));
    },
  });
  const { client, queryClient } = createTestApp();
  const options = exploreDropsOptions(client, { words: 'rain', filter: 'medium' });
  const list = new InfiniteQueryObserver(queryClient, options);
  onTestFinished(list.subscribe(() => {}));
  await waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  for (let more = 0; more < 5; more++) await list.fetchNextPage();
  const { data, hasNextPage } = list.getCurrentResult();
  const found = data?.pages.flatMap(({ ids }) => ids) ?? [];
  expect(found[0]).toBe('drop-99');
  expect(found).toHaveLength(101);
  expect(new Set(found).size).toBe(101);
  expect(found.at(-1)).toBe('last');
  expect(hasNextPage).toBe(false);
  const [ranking, first, second] = searches(requests);
  expect(ranking?.get('order')).toBe('rank(hot).desc,id.desc');
  expect(second?.get('words.or')).toBe(first?.get('words.or'));
  expect(second?.get('or')).toContain('created_at.lt."2026-01-01T00:00:00+00:00"');
  expect(second?.getAll('duration')).toEqual(['gte.30', 'lte.120']);
});

it('Explore finds what the viewer sees as a follower, too', async () => {
  const on = (day: number, id: string) =>
    dropRow(id, { created_at: `2026-01-0${day}T00:00:00+00:00` });
  const { requests } = fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => {
      const [open, withheld] = [
        [on(3, 'c'), on(1, 'a')],
        [on(4, 'd'), on(2, 'b')],
      ];
      if (new URL(url).searchParams.has('id')) return json([...open, ...withheld]);
      return json(asksForNonpublic(url) ? withheld : open);
    },
  });
  await openPage('/explore?q=title&filter=medium');
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
      'Title d',
      'Title c',
      'Title b',
      'Title a',
    ]),
  );
  const [open] = searches(requests);
  const withheld = requests.find(({ url }) => asksForNonpublic(url));
  const asked = new URL(withheld?.url ?? '').searchParams;
  for (const name of ['words.or', 'account.is_private', 'privacy_level', 'limit']) {
    expect([name, asked.get(name)]).toEqual([name, open?.get(name)]);
  }
  expect(asked.getAll('duration')).toEqual(['gte.30', 'lte.120']);
});

it('Explore keeps 25 pages of a list, and can refetch the dropped ones', async () => {
  const rows = (page: number) =>
    Array.from({ length: LIST_PAGE_SIZE }, (_, index) => dropRow(`drop-${page}-${index}`));
  let pages = 0;
  fakeBackend({ ...memberBackend, [DROPS]: () => json(rows(pages++)) });
  const { client, queryClient } = createTestApp();
  const options = exploreDropsOptions(client, { words: '', filter: 'all' });
  const list = new InfiniteQueryObserver(queryClient, options);
  onTestFinished(list.subscribe(() => {}));
  await waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  for (let more = 0; more < 25; more++) await list.fetchNextPage();
  expect(list.getCurrentResult().data?.pages).toHaveLength(25);
  expect(list.getCurrentResult().hasPreviousPage).toBe(true);
});

it('Explore plays the found drops one after the other', async () => {
  fakeMedia();
  const older = dropRow('two', { created_at: '2025-01-01T00:00:00+00:00' });
  await explore('/explore?q=title', [dropRow('one'), older]);
  await userEvent.click(await screen.findByRole('button', { name: 'Play Title one' }));
  const audio = document.querySelector('audio');
  await waitFor(() => expect(audio?.src).toContain('one.wav'));
  const player = await screen.findByRole('region', { name: 'Player' });
  await userEvent.click(within(player).getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(audio?.src).toContain('two.wav'));
  await userEvent.click(within(player).getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(audio?.src).toContain('one.wav'));
});

const TAGGED = {
  ...memberBackend,
  'GET /rest/v1/hashtags': () => json({ drop_count: 2 }),
  'GET /rest/v1/rpc/related_tags': () => json(['night', 'sea']),
};

it('a hashtag’s page shows its drops, their number and related hashtags, newest or hottest', async () => {
  const { requests } = fakeBackend({
    ...TAGGED,
    [DROPS]: ({ url }) => openDrops(url, [dropRow('a')]),
    'GET /rest/v1/voice_drop_ranks': () => json([{ hot: 1, drop: dropRow('hot') }]),
  });
  const { router } = await openPage('/tag/%23Rain');
  expect(await screen.findByRole('heading', { level: 1, name: '#rain' })).toBeVisible();
  expect(await screen.findByText('2 public voice drops')).toBeVisible();
  const related = await screen.findByRole('navigation', { name: 'Related tags' });
  expect(within(related).getByRole('link', { name: '#sea' })).toHaveAttribute('href', '/tag/sea');
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(searches(requests)[0]?.get('words.hashtags')).toBe('cs.{rain}');
  await userEvent.click(screen.getByRole('radio', { name: 'Hottest' }));
  expect(await screen.findByRole('article', { name: 'Title hot' })).toBeVisible();
  const hottest = requests.find(({ url }) => url.includes('/voice_drop_ranks'));
  expect(new URL(hottest?.url ?? '').searchParams.get('drop.words.hashtags')).toBe('cs.{rain}');
  expect(router.state.location.search).toMatchObject({ order: 'hottest' });
});

it('a visitor reads the public drops of a hashtag, and no others', async () => {
  localStorage.clear();
  const { requests } = fakeBackend({ ...TAGGED, [DROPS]: () => json([dropRow('a')]) });
  await openPage('/tag/rain');
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(requests.filter(({ url }) => asksForNonpublic(url))).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Follow #rain' })).not.toBeInTheDocument();
});

it('a member whose session is renewed first reads also the drops of a hashtag that only followers see', async () => {
  rememberSession('mira', { expiresIn: -10 });
  const { requests } = fakeBackend({
    ...TAGGED,
    'POST /auth/v1/token': () => json(sessionOf('mira')),
    [DROPS]: ({ url }) => openDrops(url, [dropRow('a')]),
  });
  await openPage('/tag/rain');
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
  expect(requests.filter(({ url }) => asksForNonpublic(url))).toHaveLength(1);
});

it('an address of a hashtag that cannot be one has no page', async () => {
  await openPage('/tag/a-b');
  expect(await screen.findByText('Oops! Page not found')).toBeVisible();
});

it('a hashtag’s page gives its podcast feed where it has one', async () => {
  const user = userEvent.setup();
  fakeBackend({
    ...TAGGED,
    [DROPS]: ({ url }) => openDrops(url, [dropRow('a')]),
    'HEAD /feeds/tags/caf%C3%A9.xml': () =>
      new Response(null, { headers: { 'content-type': 'application/rss+xml' } }),
    'HEAD /feeds/tags/rain.xml': () => new Response(null, { status: 404 }),
  });
  const { router } = await openPage('/tag/café', { ...testSettings, podcastFeeds: true });
  await user.click(await screen.findByRole('button', { name: 'Podcast feed' }));
  expect(await expectToast('Link copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/feeds/tags/caf%C3%A9.xml`);
  await router.navigate({ to: '/tag/$tag', params: { tag: 'rain' } });
  expect(await screen.findByRole('heading', { level: 1, name: '#rain' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Podcast feed' })).toBeNull());
});

it('a hashtag’s number is read again after an own drop with it is deleted', async () => {
  let count = 2;
  const own = dropRow('a', { user_id: 'id-of-mira' });
  fakeBackend({
    ...TAGGED,
    [DROPS]: ({ url }) => openDrops(url, [own]),
    'GET /rest/v1/hashtags': () => json({ drop_count: count }),
    'DELETE /rest/v1/voice_drops': () => {
      count = 1;
      return json([{ audio_path: 'id-of-mira/a.mp3' }]);
    },
    'DELETE /storage/v1/object/voice-drops': () => json([]),
  });
  await openPage('/tag/rain');
  expect(await screen.findByText('2 public voice drops')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('1 public voice drop')).toBeVisible();
});

it('a hashtag is followed at once, and not when that fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const backend = {
    ...TAGGED,
    [DROPS]: () => json([]),
    'POST /rest/v1/followed_hashtags': () => new Response(null, { status: 201 }),
    'DELETE /rest/v1/followed_hashtags': () => json({ code: 'XX000', message: 'broken' }, 400),
  };
  const { requests } = fakeBackend(backend);
  await openPage('/tag/rain');
  expect(await screen.findByText('No Voice Drops Yet')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Follow #rain' }));
  expect(await screen.findByRole('button', { name: 'Following #rain' })).toHaveTextContent(
    'Following',
  );
  const written = requests.find(({ method, url }) => method === 'POST' && /followed/.test(url));
  expect(await written?.json()).toMatchObject({ tag: 'rain' });
  await userEvent.click(screen.getByRole('button', { name: 'Following #rain' }));
  expect((await screen.findAllByText('Failed to unfollow #rain')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Following #rain' })).toBeVisible();
});

it('a search shows people, hashtags and drops, with what matches marked', async () => {
  const person = (name: string) => ({ kind: 'person', name, user_id: name, avatar_url: null });
  fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) =>
      openDrops(url, [dropRow('a', { title: 'Late rain', hashtags: ['rainy'] })]),
    'POST /rest/v1/rpc/search_suggestions': () =>
      json([
        ...['rain.1', 'rain.2', 'rain.3', 'rain.4'].map(person),
        { kind: 'tag', name: 'rainy', drop_count: 7 },
      ]),
  });
  await openPage('/explore?q=rain');
  const people = await screen.findByRole('region', { name: 'People' });
  expect(within(people).getAllByRole('link')).toHaveLength(3);
  await userEvent.click(within(people).getByRole('button', { name: 'All people' }));
  expect(within(people).getAllByRole('link')).toHaveLength(4);
  expect(within(people).getByRole('link', { name: 'rain.4' })).toHaveFocus();
  const tags = screen.getByRole('region', { name: 'Hashtags' });
  expect(within(tags).getByRole('link')).toHaveAttribute('href', '/tag/rainy');
  const card = await screen.findByRole('article', { name: 'Late rain' });
  expect(
    Array.from(card.querySelectorAll('mark'), (mark) => mark.parentElement?.textContent),
  ).toEqual(['Late rain', '#rainy']);
});
