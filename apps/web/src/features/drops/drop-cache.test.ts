import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { commentsEditKey } from '#features/comments/mutations.ts';
import { LocalEdits } from '#lib/local-edits.ts';
import { createDeferred } from '#lib/deferred.ts';
import { commentedDrop, dropStore, readPage } from './drop-cache.ts';
import { dropKeys } from './drop-keys.ts';
import { dropFromRow, type Drop } from './drop.ts';
import { resetDropsAndPeople } from './invalidate-drops-by.ts';
import { readPendingDrops, withPending } from './pending-drops.ts';
import { hidePendingDrop, showPendingDrop, temporaryId } from './show-pending-drop.ts';
import { playCounter } from './play-counter.ts';

const drop = (id: string, changes: Parameters<typeof dropRow>[1] = {}) =>
  dropFromRow(dropRow(id, changes));

/** A query cache with the drop 'a' on its own page. */
function setUp() {
  const queryClient = new QueryClient();
  const store = dropStore(queryClient);
  store.receive([drop('a', { play_count: 4, comment_count: 8 }), drop('b')], performance.now());
  queryClient.setQueryData(dropKeys.detail('a'), 'a');
  return { queryClient, store };
}

it('the store evicts drops of which the cache holds the id no more', () => {
  const { queryClient, store } = setUp();
  expect(store.get('a')).toBeDefined();
  expect(store.get('b')).toBeUndefined();
  queryClient.removeQueries({ queryKey: dropKeys.detail('a') });
  expect(store.get('a')).toBeUndefined();
});

it('a play that was counted is shown, unless the live channel has delivered the new count', () => {
  const { queryClient, store } = setUp();
  const onCounted = playCounter(queryClient, 'a');
  onCounted();
  expect(store.get('a')?.playCount).toBe(5);
  store.edit('a', 'counts', (read) => ({ ...read, playCount: 7 }));
  onCounted();
  expect(store.get('a')?.playCount).toBe(7);
});

it('the comment count ignores responses while an own comment is being sent', async () => {
  const { queryClient, store } = setUp();
  const edits = new LocalEdits(queryClient);
  const { onCount } = commentedDrop(queryClient, drop('a'));
  const end = edits.begin(commentsEditKey('a'));
  onCount((count) => count + 1, edits.pending(commentsEditKey('a')));
  const counts = (comment_count: number) =>
    store.receive([drop('a', { comment_count })], performance.now());
  counts(7);
  expect(store.get('a')?.commentCount).toBe(9);
  end();
  await Promise.resolve();
  counts(10);
  expect(store.get('a')?.commentCount).toBe(10);
});

it('a page that is being read does not undo an edit', async () => {
  const { queryClient, store } = setUp();
  const answer = createDeferred<{ items: Drop[] }>();
  const page = readPage(queryClient, () => answer.promise);
  store.edit('a', 'bookmark', (read) => ({ ...read, isBookmarked: true }));
  answer.resolve({ items: [drop('a', { play_count: 7 })] });
  expect(await page).toMatchObject({ ids: ['a'] });
  expect(store.get('a')).toMatchObject({ playCount: 7, isBookmarked: true });
});

const posted = drop('a', { audio_path: 'id-of-mira/1.wav' });
const pending = { ...posted, id: temporaryId('take'), post: { state: 'posting' as const } };

it('a pending drop is at the head of a list until the list has the posted drop', () => {
  const older = drop('b');
  expect(withPending([pending], [older])).toEqual([pending, older]);
  expect(withPending([pending], [posted, older])).toEqual([posted, older]);
});

it('a pending drop is shown once however often it changes, stays when all drops are reset, and is removed when hidden', () => {
  const queryClient = new QueryClient();
  showPendingDrop(queryClient, pending);
  showPendingDrop(queryClient, { ...pending, duration: 3 });
  resetDropsAndPeople(queryClient);
  expect(readPendingDrops(queryClient)).toEqual([{ ...pending, duration: 3 }]);
  hidePendingDrop(queryClient, pending.id);
  expect(readPendingDrops(queryClient)).toEqual([]);
});
