import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow } from './drop.ts';
import { findDrop } from './find-drop.ts';
import { hidePendingDrop, showPendingDrop, temporaryId } from './show-pending-drop.ts';
import { isPending, withPending, type PendingDrop } from './pending-drops.ts';
import { dropKeys } from './queries.ts';
import { resetDropsAndPeople } from './reset-drops.ts';

const real = dropFromRow(dropRow('a', { audio_path: 'id-of-mira/1.wav' }));
const pending: PendingDrop = {
  ...real,
  id: temporaryId('take'),
  post: { state: 'posting' },
};

it('is at the head of a list until the list has the posted drop', () => {
  const older = dropFromRow(dropRow('b'));
  expect(withPending([pending], [older])).toEqual([pending, older]);
  expect(withPending([pending], [real, older])).toEqual([real, older]);
});

it('returns the same list when no drop is being posted', () => {
  const drops = [real];
  expect(withPending([], drops)).toBe(drops);
  expect(withPending([pending], drops)).toBe(drops);
});

it('is recognised by its id, and not found among cached drops', () => {
  const queryClient = new QueryClient();
  showPendingDrop(queryClient, pending);
  expect(pending.id).toBe('temp-take');
  expect(isPending(pending)).toBe(true);
  expect(isPending(real)).toBe(false);
  expect(findDrop(queryClient, pending.id)).toBeUndefined();
});

it('stays when all drops are reset', () => {
  const queryClient = new QueryClient();
  showPendingDrop(queryClient, pending);
  queryClient.setQueryData(dropKeys.detail('a'), real);
  resetDropsAndPeople(queryClient);
  expect(queryClient.getQueryData(dropKeys.pending())).toEqual([pending]);
  expect(findDrop(queryClient, 'a')).toBeUndefined();
});

it('is shown once however often it changes, and removed when hidden', () => {
  const queryClient = new QueryClient();
  showPendingDrop(queryClient, pending);
  showPendingDrop(queryClient, { ...pending, duration: 3 });
  expect(queryClient.getQueryData(dropKeys.pending())).toEqual([{ ...pending, duration: 3 }]);
  hidePendingDrop(queryClient, pending.id);
  expect(queryClient.getQueryData(dropKeys.pending())).toEqual([]);
});
