import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow } from './drop.ts';
import { findDrop, patchDrop } from './patch-drop.ts';
import { dropKeys } from './queries.ts';
import { showPlay } from './show-play.ts';

function setUp() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(dropKeys.detail('a'), {
    ...dropFromRow(dropRow('a')),
    playCount: 4,
  });
  return queryClient;
}

it('adds a play that was counted', () => {
  const queryClient = setUp();
  showPlay(queryClient, 'a')();
  expect(findDrop(queryClient, 'a')?.playCount).toBe(5);
});

it('adds nothing to a number that has come live already', () => {
  const queryClient = setUp();
  const onCounted = showPlay(queryClient, 'a');
  patchDrop(queryClient, 'a', (drop) => ({ ...drop, playCount: 7 }));
  onCounted();
  expect(findDrop(queryClient, 'a')?.playCount).toBe(7);
});
