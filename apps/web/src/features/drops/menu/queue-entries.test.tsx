import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { MAX_QUEUED } from '#features/player/queue/queue-changes.ts';
import { readQueue, storeQueue } from '#features/player/queue/stored-queue.ts';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { json } from '#test/fake-backend.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { openFeed } from '#test/open-feed.tsx';

beforeEach(() => localStorage.clear());

const feed = ['a', 'b', 'c'].map((id) => dropRow(id));

/** @param readable the ids of the queued drops that can be read */
async function openQueueing(readable: readonly string[] = []) {
  fakeMedia();
  const page = await openFeed(feed, {
    'GET /rest/v1/voice_drops': ({ url }) =>
      json(new URL(url).searchParams.has('id') ? readable.map((id) => dropRow(id)) : feed),
    'GET /rest/v1/voice_drop_comments': () => json([]),
  });
  // The queue is followed once the page is idle.
  await screen.findByRole('button', { name: 'Play all' });
  return page;
}

async function choose(entry: string, id: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Options for Title ${id}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

const queue = () => readQueue('id-of-mira');

it('“Play next” queues a drop first and “Add to queue” last, with Undo', async () => {
  const { card } = await openQueueing();
  await userEvent.click(card.getByRole('button', { name: 'Play Title a' }));
  await choose('Add to queue', 'b');
  await expectToast('Added to the queue');
  await choose('Play next', 'c');
  await expectToast('Plays next');
  expect(queue()).toEqual(['c', 'b']);
  expect(await screen.findByText(/^Next:/)).toHaveTextContent('Next: Title c, noor');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(queue()).toEqual(['b']);
});

it('with nothing in the player the first queued drop is there, paused, until Undo', async () => {
  await openQueueing();
  await choose('Add to queue', 'b');
  expect(await screen.findByRole('region', { name: 'Player' })).toHaveTextContent('Title b');
  expect(queue()).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Player' })).toBeNull());
});

it('Undo leaves the first queued drop in the player once it has been played', async () => {
  await openQueueing();
  await choose('Add to queue', 'b');
  const player = within(await screen.findByRole('region', { name: 'Player' }));
  await userEvent.click(player.getByRole('button', { name: 'Play' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
});

it('a full queue takes no other drop, and a toast says so', async () => {
  const full = Array.from({ length: MAX_QUEUED }, (_, index) => `${index}`);
  storeQueue('id-of-mira', full);
  await openQueueing(full);
  await choose('Add to queue', 'b');
  await expectToast('The queue is full');
  expect(queue()).not.toContain('b');
});

it('the queue of the last visit is read in one request, and drops that are gone leave it with one line', async () => {
  storeQueue('id-of-mira', ['x', 'gone', 'b']);
  const { card } = await openQueueing(['x', 'b']);
  await expectToast('1 voice drop was skipped: it is no longer available.');
  await userEvent.click(card.getByRole('button', { name: 'Play Title a' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Queue, 2 queued' }));
  const dialog = await screen.findByRole('dialog', { name: 'Up next' });
  await within(dialog).findByRole('button', { name: 'Clear' });
  expect(dialog).toHaveTextContent(/Title x.*Title b.*After the queue.*Title c/);
});
