import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { dropFromRow } from '#features/drops/drop.ts';
import { showPendingDrop } from '#features/drops/show-pending-drop.ts';
import { storeFinishedDrop } from '#features/player/store-finished-drop.ts';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { arrive, fakeMedia } from '#test/fake-media.ts';
import { openFeed } from '#test/open-feed.tsx';

beforeEach(() => localStorage.clear());

const PAGE = 20;

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    dropRow(`${from + index}`, {
      created_at: new Date(Date.UTC(2026, 0, 1) - (from + index) * 1000).toISOString(),
    }),
  );

/** Ends the track that plays. */
async function end() {
  const audio = document.querySelector('audio');
  if (!audio) throw new Error('There is no audio element.');
  arrive(audio, 65);
  await act(async () => void audio.dispatchEvent(new Event('ended')));
}

const playing = () =>
  screen.queryByRole('button', { name: /^Pause Title/ })?.getAttribute('aria-label');

const playAll = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Play all' }));

it('“Play all” plays the drops of a list in their order, without those that are left out or not posted yet', async () => {
  fakeMedia();
  storeFinishedDrop('id-of-mira', '1');
  localStorage.setItem('undertone:leave-out-heard', 'yes');
  const { queryClient } = await openFeed(rows(0, 4));
  const pending = { ...dropFromRow(dropRow('pending')), post: { state: 'waiting' as const } };
  act(() => showPendingDrop(queryClient, pending));
  await playAll();
  await waitFor(() => expect(playing()).toBe('Pause Title 0'));
  expect(await screen.findByText(/^Next:/)).toHaveTextContent('Next: Title 2, noor');
  await end();
  expect(playing()).toBe('Pause Title 2');
  await playAll();
  expect(playing(), 'it goes on').toBe('Pause Title 2');
});

it('the last card offers Replay when its drop has ended', async () => {
  fakeMedia();
  const { card } = await openFeed(rows(0, 1));
  await userEvent.click(card.getByRole('button', { name: 'Play Title 0' }));
  await end();
  await userEvent.click(card.getByRole('button', { name: 'Replay Title 0' }));
  expect(playing()).toBe('Pause Title 0');
});

it('reads the next page before the last drop of the first is played', async () => {
  fakeMedia();
  const { requests } = await openFeed(rows(0, PAGE), {
    'GET /rest/v1/voice_drops': ({ url }) =>
      json(new URL(url).searchParams.has('or') ? rows(PAGE, 3) : rows(0, PAGE)),
  });
  const pages = () =>
    requests.filter(({ method, url }) => method === 'GET' && url.includes('/voice_drops?')).length;
  await playAll();
  const before = pages();
  for (let played = 1; played < PAGE - 3; played++) await end();
  expect(pages()).toBe(before);
  await end();
  await waitFor(() => expect(pages()).toBe(before + 1));
});
