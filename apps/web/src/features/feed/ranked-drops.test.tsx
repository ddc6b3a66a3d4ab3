import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { beforeEach, expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rankRow } from '#test/rank-rows.ts';
import { rememberSession } from '#test/session.ts';
import { storeLeavesOutHeard } from '#features/drops/heard/leave-out-heard.ts';
import { storeFinishedDrop } from '#features/player/store-finished-drop.ts';

const RANKS = 'GET /rest/v1/voice_drop_ranks';
const DROPS = 'GET /rest/v1/voice_drops';

let scrollIntoView: () => void;

beforeEach(() => {
  localStorage.clear();
  rememberSession('mira');
  scrollIntoView = fakeIntersection();
});

const asksForOneRank = (url: string) => url.includes('voice_drop_id=eq.');

/** A backend with these places, whose drops are answered in another order. */
function backendWith(
  places: ReturnType<typeof rankRow>[],
  isDown: (request: URL) => boolean = () => false,
) {
  return fakeBackend({
    ...memberBackend,
    [RANKS]: ({ url }) => {
      const { searchParams } = new URL(url);
      if (isDown(new URL(url))) return json({ message: 'down' }, 500);
      if (asksForOneRank(url)) return json({ ...places[0], listened: 12, liked: 5, liked_new: 1 });
      const below = /^lte\.(\d+)$/.exec(searchParams.get('hot') ?? '')?.[1];
      const limit = Number(searchParams.get('limit'));
      return json(places.filter(({ hot }) => !below || hot < Number(below)).slice(0, limit));
    },
    [DROPS]: ({ url }) => {
      const ids = new URL(url).searchParams.get('id');
      return json(
        places
          .map(({ voice_drop_id: id }) => id)
          .filter((id) => !ids || ids.includes(`"${id}"`) || new RegExp(`[(,]${id}[,)]`).test(ids))
          .toReversed()
          .map((id) => dropRow(id)),
      );
    },
  });
}

const titles = () =>
  screen.getAllByRole('article').map((article) => article.querySelector('h2')?.textContent);

it('shows drops in the order of their places, at most two of an author on a page', async () => {
  backendWith([
    rankRow('a', 9, 'x'),
    rankRow('b', 8, 'x'),
    rankRow('c', 7, 'x'),
    rankRow('d', 6, 'y'),
  ]);
  await openPage('/app?tab=hot');
  // A list renders its first rows before it knows its place on the screen, and then the others.
  await screen.findByRole('article', { name: 'Title d' });
  expect(titles()).toEqual(['Title a', 'Title b', 'Title d']);
  scrollIntoView();
  expect(await screen.findByText('That is all for now.')).toBeVisible();
  expect(titles()).toEqual(['Title a', 'Title b', 'Title d', 'Title c']);
});

it('requests only drops of the last two days for Trending', async () => {
  const { requests } = backendWith([rankRow('a', Date.now())]);
  await openPage('/app?tab=trending');
  await screen.findByRole('article', { name: 'Title a' });
  const { searchParams } = new URL(requests.find(({ url }) => url.includes('_ranks'))?.url ?? '');
  expect(searchParams.get('order')).toBe('trending.desc,voice_drop_id.desc');
  const [, since] = searchParams.get('posted_at')?.split('gte.') ?? [];
  expect((Date.now() - Date.parse(since ?? '')) / 86_400_000).toBeCloseTo(2, 3);
  expect(searchParams.get('trending')).toBe(`gte.${Date.parse(since ?? '')}`);
});

it('hides drops that were played on this device while the switch is on, and says when none is left', async () => {
  backendWith([rankRow('a', 9), rankRow('b', 8)]);
  storeFinishedDrop('id-of-mira', 'a');
  await openPage('/app?tab=hot');
  await screen.findByRole('article', { name: 'Title a' });
  await userEvent.click(await screen.findByRole('switch', { name: 'Leave out what I have heard' }));
  await waitFor(() => expect(titles()).toEqual(['Title b']));
  cleanup();
  storeFinishedDrop('id-of-mira', 'b');
  await openPage('/app?tab=trending');
  expect(await screen.findByText('You have heard everything here.')).toBeVisible();
  expect(screen.getByRole('switch')).toBeChecked();
  cleanup();
  await openPage('/trending');
  expect(await screen.findByText('You have heard everything here.')).toBeVisible();
  expect(screen.queryByText('No trending drops yet')).toBeNull();
  cleanup();
  await openPage('/app?tab=trending');
  await screen.findByText('You have heard everything here.');
  await userEvent.click(screen.getByRole('switch'));
  expect(await screen.findByRole('article', { name: 'Title a' })).toBeVisible();
});

it('reads on while everything that it has read is hidden, and offers to try again when that fails', async () => {
  const places = Array.from({ length: 320 }, (_, index) => rankRow(`drop-${index}`, 1000 - index));
  const last = places.at(-1)!;
  for (const place of places)
    if (place !== last) storeFinishedDrop('id-of-mira', place.voice_drop_id);
  storeLeavesOutHeard(true);
  // The first page reads the first 300 places.
  let isDown = true;
  backendWith(places, ({ searchParams }) => isDown && searchParams.get('hot') === 'lte.701');
  await openPage('/app?tab=hot');
  const tryAgain = await screen.findByRole('button', { name: 'Try Again' });
  isDown = false;
  await userEvent.click(tryAgain);
  expect(await screen.findByRole('article', { name: `Title ${last.voice_drop_id}` })).toBeVisible();
});

it.each([
  ['Trending', 'No trending voice drops yet. Be the first to create viral content!'],
  ['Hot', 'No hot voice drops yet. Share something amazing!'],
])('shows the message of %s when there are no drops, and links to Explore', async (name, words) => {
  backendWith([]);
  storeFinishedDrop('id-of-mira', 'a');
  storeLeavesOutHeard(true);
  const { router } = await openPage('/app');
  await userEvent.click(await screen.findByRole('tab', { name }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(/^What people hear to the end, like and answer/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Explore Drops' })).toHaveAttribute('href', '/explore');
  expect(router.state.location.href).toBe(`/app?tab=${name.toLowerCase()}`);
  expect(screen.queryByText('You have heard everything here.')).toBeNull();
  act(() => router.history.back());
  expect(await screen.findByText('No voice drops yet. Be the first to share!')).toBeVisible();
});

it('fetches the next page after the last place, and shows a drop once that has lost its place meanwhile', async () => {
  const places = Array.from({ length: 70 }, (_, index) => rankRow(`drop-${index}`, 1000 - index));
  backendWith(places);
  await openPage('/app?tab=hot');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(LIST_PAGE_SIZE));
  places.splice(30, 0, { ...places.splice(5, 1)[0]!, hot: 970.5 });
  scrollIntoView();
  await screen.findByRole('article', { name: 'Title drop-38' });
  expect(titles().filter((title) => title === 'Title drop-5')).toHaveLength(1);
});

it('explains on request why a drop is in a ranked list, which lists by time do not offer', async () => {
  backendWith([rankRow('a', 9)]);
  await openPage('/app?tab=hot');
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Why is this here?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Why is this here?' });
  await waitFor(() =>
    expect(dialog).toHaveTextContent(
      /12 people listened to the end, 6 liked it, posted \d+ days ago\./,
    ),
  );
  expect(dialog).toHaveTextContent('younger than a week count half');
  expect(dialog).toHaveTextContent('a like 2, a comment 3');
  expect(dialog).toHaveTextContent('Every 12 hours that a voice drop is older');
  cleanup();
  await openPage('/app');
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
  expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Why is this here?' })).toBeNull();
});
