import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import {
  appendChunk,
  createTake,
  deleteTakesOf,
  readTake,
  type Take,
  type TakePost,
} from '#features/clips/take/take-store.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';

const userId = 'id-of-mira';

async function storeTake(change: Partial<Take> = {}) {
  const take = {
    id: 'tide',
    userId,
    mimeType: 'audio/webm',
    startedAt: 1,
    draft: EMPTY_DROP_DRAFT,
    upload: null,
    ...change,
  };
  await createTake(take);
  await appendChunk(take.id, 0, new Blob(['good night']));
}

const NOTE = 'You have an unposted recording';

afterEach(async () => {
  localStorage.clear();
  await deleteTakesOf(userId);
});

it('shows a recording that is not posted, which can be discarded, and that undone', async () => {
  await storeTake();
  await openFeed([ownRow()]);
  const note = await screen.findByText(NOTE);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(note).not.toBeInTheDocument());
  expect((await readTake('tide'))?.discardedAt).toEqual(expect.any(Number));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(NOTE)).toBeVisible();
  expect((await readTake('tide'))?.discardedAt).toBeNull();
});

it('leaves out takes that are discarded, whose post is shown, or which are for a reply', async () => {
  const post: TakePost = {
    queuedAt: 1,
    failure: { problem: 'upload-failed' },
    duration: 1,
    peaks: [],
  };
  await storeTake({ id: 'discarded', discardedAt: Date.now() });
  await storeTake({ id: 'reply', purpose: { kind: 'reply', dropId: 'd' } });
  await storeTake({ id: 'queued', post });
  await storeTake({ id: 'shown', startedAt: 0 });
  await openFeed([ownRow()]);
  await screen.findByText(NOTE);
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () =>
    expect((await readTake('shown'))?.discardedAt).toEqual(expect.any(Number)),
  );
  await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
});

it('keeps the feed back until it is shown, where the device remembers a recording', async () => {
  localStorage.setItem(accountKey('unposted', userId), 'yes');
  await storeTake();
  await openFeed([ownRow()]);
  const feed = await screen.findByRole('tablist', { name: 'Feed' });
  expect(screen.getByText(NOTE)).toBeVisible();
  expect(feed).toBeVisible();
});
