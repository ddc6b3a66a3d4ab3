import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { SupabaseClient } from '#lib/supabase.ts';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow, type Drop } from './drop.ts';
import { findDrop, showPlay } from './find-drop.ts';
import { patchDrop } from './patch-drop.ts';
import { removal, removeDrop } from './remove-drops.ts';
import { authorDropsOptions, dropOptions, recentDropsOptions } from './queries.ts';
import { testSettings } from '#test/test-app.ts';

/** Only for the query keys; sends no request. */
const client = new SupabaseClient(testSettings);
const recent = recentDropsOptions(client).queryKey;
const ofNoor = authorDropsOptions(client, 'id-of-noor').queryKey;

const isNoors = ({ author }: Drop) => author.userId === 'id-of-noor';

const pageOf = (...ids: string[]) => ({
  items: ids.map((id) => dropFromRow(dropRow(id))),
  next: undefined,
});

/** Two cached lists, which both contain the drop 'b'. */
function setUp() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(recent, {
    pages: [pageOf('a', 'b'), pageOf('c')],
    pageParams: [undefined, undefined],
  });
  queryClient.setQueryData(ofNoor, { pages: [pageOf('b')], pageParams: [undefined] });
  return queryClient;
}

it('changes a drop in every list that holds it', () => {
  const queryClient = setUp();
  patchDrop(queryClient, 'b', (drop) => ({ ...drop, playCount: 7 }));
  expect(queryClient.getQueryData(recent)?.pages[0]?.items[1]?.playCount).toBe(7);
  expect(queryClient.getQueryData(ofNoor)?.pages[0]?.items[0]?.playCount).toBe(7);
});

it('leaves every other drop and page the same object', () => {
  const queryClient = setUp();
  const before = queryClient.getQueryData(recent);
  patchDrop(queryClient, 'b', (drop) => ({ ...drop, playCount: 7 }));
  const after = queryClient.getQueryData(recent);
  expect(after?.pages[0]?.items[0]).toBe(before?.pages[0]?.items[0]);
  expect(after?.pages[1]).toBe(before?.pages[1]);
});

it('leaves lists without the drop the same object', () => {
  const queryClient = setUp();
  const before = queryClient.getQueryData(ofNoor);
  patchDrop(queryClient, 'a', (drop) => ({ ...drop, playCount: 7 }));
  expect(queryClient.getQueryData(ofNoor)).toBe(before);
});

it('removes a drop from every list', () => {
  const queryClient = setUp();
  removeDrop(queryClient, 'b');
  expect(findDrop(queryClient, 'b')).toBeUndefined();
  expect(queryClient.getQueryData(recent)?.pages[0]?.items.map(({ id }) => id)).toEqual(['a']);
  expect(queryClient.getQueryData(ofNoor)?.pages[0]?.items).toEqual([]);
});

it('finds a drop on any page of a list', () => {
  expect(findDrop(setUp(), 'c')?.title).toBe('Title c');
});

it('changes a drop on its own page, and sets it to null there when it is removed', () => {
  const queryClient = setUp();
  const { queryKey } = dropOptions(client, 'd');
  queryClient.setQueryData(queryKey, dropFromRow(dropRow('d')));
  patchDrop(queryClient, 'd', (drop) => ({ ...drop, playCount: 7 }));
  expect(findDrop(queryClient, 'd')?.playCount).toBe(7);
  removeDrop(queryClient, 'd');
  expect(queryClient.getQueryData(queryKey)).toBeNull();
});

it('removes all drops of one author, and no others', () => {
  const queryClient = setUp();
  const adas = dropFromRow(dropRow('z', { user_id: 'id-of-ada' }));
  queryClient.setQueryData(recent, {
    pages: [pageOf('a'), { items: [adas], next: undefined }],
    pageParams: [undefined, undefined],
  });
  removal(queryClient, isNoors)(true);
  expect(queryClient.getQueryData(recent)?.pages.map(({ items }) => items)).toEqual([[], [adas]]);
  expect(queryClient.getQueryData(ofNoor)?.pages[0]?.items).toEqual([]);
});

it('puts removed drops back in their places, and keeps drops added meanwhile', () => {
  const queryClient = setUp();
  const adas = (id: string) => dropFromRow(dropRow(id, { user_id: 'id-of-ada' }));
  const before = dropFromRow(dropRow('b'));
  queryClient.setQueryData(recent, {
    pages: [{ items: [adas('x'), before, adas('y')], next: undefined }],
    pageParams: [undefined],
  });
  queryClient.setQueryData(dropOptions(client, 'b').queryKey, before);
  const showRemoved = removal(queryClient, isNoors);
  showRemoved(true);
  queryClient.setQueryData(
    recent,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: [adas('new'), ...page.items] })),
      },
  );
  showRemoved(false);
  expect(queryClient.getQueryData(recent)?.pages[0]?.items.map(({ id }) => id)).toEqual([
    'new',
    'x',
    'b',
    'y',
  ]);
  expect(queryClient.getQueryData(ofNoor)?.pages[0]?.items.map(({ id }) => id)).toEqual(['b']);
  expect(queryClient.getQueryData(dropOptions(client, 'b').queryKey)).toBe(before);
});

/** A drop that is cached for its own page. */
function withPlays() {
  const queryClient = new QueryClient();
  const drop = { ...dropFromRow(dropRow('a')), playCount: 4 };
  queryClient.setQueryData(dropOptions(client, 'a').queryKey, drop);
  return queryClient;
}

it('adds a play that was counted', () => {
  const queryClient = withPlays();
  showPlay(queryClient, 'a')();
  expect(findDrop(queryClient, 'a')?.playCount).toBe(5);
});

it('does not change a play count that the live channel has delivered already', () => {
  const queryClient = withPlays();
  const onCounted = showPlay(queryClient, 'a');
  patchDrop(queryClient, 'a', (drop) => ({ ...drop, playCount: 7 }));
  onCounted();
  expect(findDrop(queryClient, 'a')?.playCount).toBe(7);
});
