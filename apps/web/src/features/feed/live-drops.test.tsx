import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answersWith, dropAt } from '#test/changing-drops.ts';
import { fakeBackend, json, neverAnswers } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { serverError } from '#test/network-failures.ts';
import { openPage } from '#test/open-page.tsx';
import { expectToast } from '#test/expect-toast.ts';
import { rememberSession } from '#test/session.ts';
import type { DropRow } from '#features/drops/drop.ts';

const DROPS = 'GET /rest/v1/voice_drops';

let realtime: ReturnType<typeof fakeRealtime>;
let answers: Parameters<typeof fakeBackend>[0];
/** The drops in the database that the viewer may see, the newest first. */
let visible: DropRow[];

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
  realtime = fakeRealtime();
  vi.spyOn(console, 'info').mockReturnValue();
});

/* Toasts outlive their test, so each test has drops of its own. */

/** Opens the feed, and waits until the channel has joined and the newest drops have been read. */
async function openFeed() {
  answers = answersWith(() => visible);
  const { requests } = fakeBackend(answers);
  const page = await openPage('/app');
  // Counts are read apart.
  const reads = () =>
    requests.filter(
      ({ url }) => new URL(url).pathname === '/rest/v1/voice_drops' && url.includes('audio_path'),
    );
  await waitFor(() => expect(realtime.inTopic('drops')).toHaveLength(1));
  await waitFor(() => expect(reads()).toHaveLength(2));
  await waitFor(() => expect(titles()).toHaveLength(visible.length));
  return { ...page, reads };
}

const sendNews = (event: string, { id, created_at }: Pick<DropRow, 'id' | 'created_at'>) =>
  realtime.broadcast('drops', event, { id, created_at });
const insert = (row: DropRow) => {
  visible = [row, ...visible];
  sendNews('posted', row);
};
/** Changes a drop that is visible. */
const update = (row: DropRow) => {
  visible = visible.map((known) => (known.id === row.id ? row : known));
  sendNews('changed', row);
};
const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

it('shows a new drop of another person, with a toast that names them', async () => {
  visible = [dropAt(10)];
  await openFeed();
  insert(dropAt(11));
  expect(await screen.findByText('New voice drop')).toBeVisible();
  expect(screen.getByText('noor just shared “Title drop-11”')).toBeVisible();
  expect(titles()).toEqual(['Title drop-11', 'Title drop-10']);
});

it('reads many new drops in one request, and shows one toast', async () => {
  visible = [dropAt(10)];
  const { reads } = await openFeed();
  for (const minute of [21, 22, 23]) insert(dropAt(minute));
  expect(await screen.findByText('3 new voice drops')).toBeVisible();
  expect(reads()).toHaveLength(3);
  expect(titles()).toHaveLength(4);
  expect(screen.queryByText(/just shared “Title drop-2/)).not.toBeInTheDocument();
});

it('shows the viewer’s own new drop without a toast', async () => {
  visible = [dropAt(10)];
  await openFeed();
  insert(dropAt(31, { user_id: 'id-of-mira' }));
  await screen.findByRole('article', { name: 'Title drop-31' });
  insert(dropAt(32));
  expect(await screen.findByText('noor just shared “Title drop-32”')).toBeInTheDocument();
  expect(screen.queryByText(/just shared “Title drop-31”/)).not.toBeInTheDocument();
});

it('does not show a new drop that the viewer may not see', async () => {
  visible = [dropAt(10)];
  const { reads } = await openFeed();
  realtime.broadcast('drops', 'posted', { id: 'of-someone-blocked' });
  await waitFor(() => expect(reads()).toHaveLength(3));
  expect(titles()).toEqual(['Title drop-10']);
});

it('shows changes of a drop in its place', async () => {
  visible = [dropAt(10), dropAt(9)];
  await openFeed();
  const card = screen.getByRole('article', { name: 'Title drop-10' });
  update(dropAt(10, { title: 'Said again', hashtags: ['late'] }));
  expect(await within(card).findByText('#late')).toBeVisible();
  expect(card).toHaveAccessibleName('Said again');
});

it('removes a deleted drop with a toast that names its author, and shows none for a drop that is not on the screen', async () => {
  visible = [dropAt(10), dropAt(9), dropAt(8, { user_id: 'id-of-mira' })];
  await openFeed();
  const remove = (id: string) => realtime.broadcast('drops', 'deleted', { id });
  remove('elsewhere');
  remove('drop-8');
  remove('drop-10');
  expect(await screen.findByText('Voice drop removed')).toBeVisible();
  expect(screen.getByText('noor deleted “Title drop-10”')).toBeVisible();
  expect(titles()).toEqual(['Title drop-9']);
  expect(screen.getAllByText('Voice drop removed')).toHaveLength(1);
});

it('removes a drop that the viewer may no longer see, without a toast', async () => {
  visible = [dropAt(10), dropAt(9)];
  await openFeed();
  visible = [dropAt(9)];
  sendNews('changed', dropAt(10));
  await waitFor(() => expect(titles()).toEqual(['Title drop-9']));
  expect(screen.queryByText('Voice drop removed')).not.toBeInTheDocument();
});

it('receives news about drops that visitors may not see by the changes of a table', async () => {
  visible = [dropAt(10)];
  await openFeed();
  visible = [dropAt(12, { privacy_level: 'followers' }), ...visible];
  realtime.change({
    type: 'INSERT',
    table: 'nonpublic_drop_events',
    record: { voice_drop_id: 'drop-12', event: 'posted', created_at: dropAt(12).created_at },
  });
  expect(await screen.findByText('noor just shared “Title drop-12”')).toBeVisible();
});

it('reads a new drop after a random part of the time that the server sends', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  visible = [dropAt(10)];
  const { reads } = await openFeed();
  visible = [dropAt(13), ...visible];
  realtime.broadcast('drops', 'posted', { id: 'drop-13' }, { spread_ms: 3000 });
  const sentAt = Date.now();
  await waitFor(() => expect(reads()).toHaveLength(3));
  expect(Date.now() - sentAt).toBeGreaterThan(1450);
});

it('reads missed drops when the channel is back, and removes drops that the viewer may no longer see', async () => {
  visible = [dropAt(10), dropAt(9)];
  await openFeed();
  visible = [dropAt(11), dropAt(9)];
  realtime.drop();
  expect(await screen.findByRole('article', { name: 'Title drop-11' })).toBeVisible();
  expect(titles()).toEqual(['Title drop-11', 'Title drop-9']);
});

it('reads the newest drops when the tab is shown after a minute, but not sooner', async () => {
  visible = [dropAt(10)];
  const { reads } = await openFeed();
  const turn = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  turn('hidden');
  vi.setSystemTime(Date.now() + 30_000);
  turn('visible');
  expect(reads()).toHaveLength(2);
  turn('hidden');
  vi.setSystemTime(Date.now() + 90_000);
  visible = [];
  turn('visible');
  expect(await screen.findByText('No voice drops yet. Be the first to share!')).toBeVisible();
});

it('keeps a like that was written during the read of the newest drops', async () => {
  visible = [dropAt(10, { like_count: 3 })];
  const { reads } = await openFeed();
  const look = Promise.withResolvers<Response>();
  Object.assign(answers, {
    // Counts alone are read later, and would include the like.
    [DROPS]: async (request: Request) =>
      request.url.includes('audio_path') ? (await look.promise).clone() : neverAnswers(request),
    'POST /rest/v1/voice_drop_likes': () => new Response(null, { status: 201 }),
    'POST /rest/v1/bookmarks': () => new Response(null, { status: 201 }),
  });
  realtime.drop();
  await waitFor(() => expect(reads()).toHaveLength(3));
  const like = screen.getByRole('button', { name: /^Like / });
  const bookmark = screen.getByRole('button', { name: /^Bookmark / });
  await userEvent.click(like);
  await expectToast('Added to favorites');
  await userEvent.click(bookmark);
  await expectToast('Added to bookmarks');
  look.resolve(json([dropAt(10, { like_count: 3, play_count: 71 })]));
  await screen.findByText('71');
  expect(like).toHaveAttribute('aria-pressed', 'true');
  expect(like).toHaveAccessibleName(/, 4 likes$/);
  expect(bookmark).toHaveAttribute('aria-pressed', 'true');
});

it('does not announce drops of pages that a long list has dropped', async () => {
  visible = [dropAt(40)];
  const { queryClient, reads } = await openFeed();
  const { dropStore } = await import('#features/drops/drop-cache.ts');
  const { dropKeys } = await import('#features/drops/drop-keys.ts');
  const { dropFromRow } = await import('#features/drops/drop.ts');
  const scrolledTo = dropFromRow(dropAt(10));
  const requestedAt = performance.now();
  dropStore(queryClient).receive([scrolledTo], requestedAt);
  act(() => {
    queryClient.setQueryData(dropKeys.recent(), {
      pages: [{ ids: ['drop-10'], requestedAt, previous: { ...scrolledTo, newer: true } }],
      pageParams: [scrolledTo],
    });
  });
  await screen.findByRole('article', { name: 'Title drop-10' });
  update(dropAt(40, { title: 'Said again' }));
  realtime.drop();
  await waitFor(() => expect(realtime.inTopic('drops')).toHaveLength(1));
  insert(dropAt(41));
  expect(await screen.findByText('noor just shared “Title drop-41”')).toBeInTheDocument();
  expect(screen.queryByText(/new voice drops/)).not.toBeInTheDocument();
  expect(screen.queryByText(/“Title drop-40”/)).not.toBeInTheDocument();
  expect(reads()).toHaveLength(3);
});

/** Opens a feed in which the read of a new drop fails. */
async function openFeedWithMissedDrop(minute: number, fails: () => Response | Promise<Response>) {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  visible = [dropAt(10)];
  const page = await openFeed();
  const answer = answers[DROPS];
  answers[DROPS] = fails;
  insert(dropAt(minute));
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('New drops could not be read.', expect.anything()),
  );
  expect(titles()).toEqual(['Title drop-10']);
  expect(page.reads()).toHaveLength(3);
  if (answer) answers[DROPS] = answer;
  return page;
}

it('reads missed drops with the next change when the server fails', async () => {
  const { reads } = await openFeedWithMissedDrop(41, serverError);
  insert(dropAt(42));
  await waitFor(() =>
    expect(titles()).toEqual(['Title drop-42', 'Title drop-41', 'Title drop-10']),
  );
  expect(reads()).toHaveLength(4);
});

it('reads missed drops when the network is back', async () => {
  const { reads } = await openFeedWithMissedDrop(51, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  );
  dispatchEvent(new Event('online'));
  await screen.findByRole('article', { name: 'Title drop-51' });
  // The drop is not among the newest page, which is read as well.
  const asked = () => reads().map(({ url }) => new URL(url).searchParams.get('id'));
  await waitFor(() => expect(asked().slice(3)).toContain('in.(drop-51)'));
});
