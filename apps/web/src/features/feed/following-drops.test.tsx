import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answersWith, dropAt } from '#test/changing-drops.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { fakeRealtime } from '#test/fake-realtime.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';
import type { DropRow } from '#features/drops/drop.ts';

const LIST = 'GET /rest/v1/rpc/following_drops';

beforeEach(() => {
  rememberSession('mira');
  localStorage.removeItem('undertone:feed-tab');
  fakeIntersection();
  fakeMedia();
});

const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

/** A drop of another person than the other drops' author. */
const by = (userId: string, row: DropRow): DropRow => ({
  ...row,
  user_id: userId,
  author: { username: userId.replace('id-of-', ''), avatar_url: null, allow_downloads: false },
});

it('shows the drops of followed people and hashtags, and those that arrive, but no others', async () => {
  vi.spyOn(console, 'info').mockReturnValue();
  const realtime = fakeRealtime();
  const first = by('id-of-okra', dropAt(1));
  const followed = by('id-of-okra', dropAt(3));
  const tagged = { ...by('id-of-tincan', dropAt(4)), hashtags: ['rain'] };
  const other = by('id-of-tincan', dropAt(5));
  const own = { ...by('id-of-mira', dropAt(6)), hashtags: ['rain'] };
  let visible = [first];
  const { requests } = fakeBackend({
    ...answersWith(() => visible),
    [LIST]: () => json([first]),
    'GET /rest/v1/followed_hashtags': () => json([{ tag: 'rain' }]),
    'GET /rest/v1/follows': () => json([{ following_id: 'id-of-okra' }]),
  });
  await openPage('/app?tab=following');
  await waitFor(() => expect(titles()).toEqual([first.title]));
  await waitFor(() => expect(realtime.inTopic('drops')).toHaveLength(1));
  visible = [own, other, tagged, followed, first];
  for (const { id, created_at } of visible.slice(0, 4)) {
    realtime.broadcast('drops', 'posted', { id, created_at });
  }
  await waitFor(() => expect(titles()).toEqual([tagged.title, followed.title, first.title]), {
    timeout: 5000,
  });
  const asked = requests.filter(({ url }) => url.includes('/rest/v1/follows?'));
  expect(asked.every(({ url }) => url.includes('follower_id=eq.id-of-mira'))).toBe(true);
});

it('suggests people and hashtags to listen to, and shows drops once somebody is followed', async () => {
  let drops: DropRow[] = [];
  const sample = by('id-of-okra', dropAt(7));
  fakeBackend({
    ...answersWith(() => []),
    [LIST]: () => json(drops),
    'POST /rest/v1/rpc/suggested_people': () =>
      json([{ user_id: 'id-of-okra', username: 'okra', avatar_url: null, follower_count: 3 }]),
    'GET /rest/v1/trending_topics': () => json([{ tag: 'rain', drop_count: 9, author_count: 4 }]),
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/profiles': (request) =>
      new URL(request.url).searchParams.get('user_id')?.startsWith('in.')
        ? json([{ user_id: 'id-of-okra', drops: [sample] }])
        : memberBackend['GET /rest/v1/profiles']!(request),
    'POST /rest/v1/follows': () => {
      drops = [sample];
      return new Response(null, { status: 201 });
    },
  });
  await openPage('/app?tab=following');
  const panel = within(await screen.findByRole('tabpanel'));
  expect(await panel.findByText('Nothing to hear yet')).toBeVisible();
  expect(await panel.findByRole('link', { name: '#rain' })).toBeVisible();
  await userEvent.click(await panel.findByRole('button', { name: `Play okra: ${sample.title}` }));
  expect(await panel.findByRole('button', { name: `Pause okra: ${sample.title}` })).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Follow okra' }));
  await waitFor(() => expect(titles()).toEqual([sample.title]));
});

it('is the tab of the next visit if it was used last, and Back leads to the tab before', async () => {
  fakeBackend({ ...answersWith(() => []), [LIST]: () => json([]) });
  const isSelected = (name: string) =>
    expect(screen.getByRole('tab', { name, selected: true })).toBeVisible();
  const { router } = await openPage('/app');
  await screen.findByRole('tab', { name: /Recent$/, selected: true });
  await userEvent.click(screen.getByRole('tab', { name: 'Following' }));
  isSelected('Following');
  router.history.back();
  await screen.findByRole('tab', { name: /Recent$/, selected: true });
  cleanup();
  await openPage('/app');
  await waitFor(() => isSelected('Following'));
  cleanup();
  await openPage('/app?tab=recent');
  await screen.findByRole('tab', { name: /Recent$/, selected: true });
});
