import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { SupabaseClient } from '#lib/supabase.ts';
import { commentsEditKey } from '#features/comments/mutations.ts';
import { LocalEdits } from '#lib/local-edits.ts';
import { dropRow } from '#test/drop-rows.ts';
import { dropFromRow, type Drop } from './drop.ts';
import { insertDrops, mergeNewest } from './merge-drops.ts';
import { findDrop } from './find-drop.ts';
import { authorDropsOptions, recentDropsOptions } from './queries.ts';
import { testSettings } from '#test/test-app.ts';

/** Only for the query keys; sends no request. */
const client = new SupabaseClient(testSettings);
const recent = recentDropsOptions(client).queryKey;
const ofNoor = authorDropsOptions(client, 'id-of-noor').queryKey;

/** A drop that was created in the given minute of the same hour. */
const dropAt = (minute: number, changes: Partial<Drop> = {}): Drop => ({
  ...dropFromRow(dropRow(`drop-${minute}`)),
  createdAt: `2026-01-01T12:${String(minute).padStart(2, '0')}:00+00:00`,
  ...changes,
});
const pageOf = (...minutes: number[]) => {
  const items = minutes.map((minute) => dropAt(minute));
  return { items, next: items.at(-1) };
};
const listOf = (...pages: ReturnType<typeof pageOf>[]) => ({
  pages,
  pageParams: [undefined, ...pages.slice(0, -1).map(({ next }) => next)],
});
/** A feed that has dropped its newest page. */
const listWithoutHead = () => {
  const [first, start] = [dropAt(30), dropAt(40)];
  const page = { ...pageOf(30, 20), previous: { ...first, newer: true as const } };
  return { pages: [page], pageParams: [start] };
};
const minutes = (list: { pages: { items: Drop[] }[] } | undefined) =>
  list?.pages.map(({ items }) => items.map(({ createdAt }) => Number(createdAt.slice(14, 16))));

it('inserts a drop once into the feed and its author’s list, in the order of time', () => {
  const queryClient = new QueryClient();
  const edits = new LocalEdits(queryClient);
  queryClient.setQueryData(recent, listOf(pageOf(50, 40), pageOf(30, 20)));
  queryClient.setQueryData(ofNoor, listOf(pageOf(40)));
  insertDrops({ queryClient, edits }, [dropAt(55), dropAt(45), dropAt(35), dropAt(55)]);
  expect(minutes(queryClient.getQueryData(recent))).toEqual([
    [55, 50, 45, 40],
    [35, 30, 20],
  ]);
  expect(minutes(queryClient.getQueryData(ofNoor))).toEqual([[55, 45, 40]]);
});

it('does not insert a drop that is older than all pages that were read', () => {
  const queryClient = new QueryClient();
  const edits = new LocalEdits(queryClient);
  queryClient.setQueryData(recent, listOf(pageOf(50, 40)));
  insertDrops({ queryClient, edits }, [dropAt(10)]);
  expect(minutes(queryClient.getQueryData(recent))).toEqual([[50, 40]]);
});

it('does not change a list without its newest page, nor one that nobody has opened', () => {
  const queryClient = new QueryClient();
  const edits = new LocalEdits(queryClient);
  const cut = listWithoutHead();
  queryClient.setQueryData(recent, cut);
  insertDrops({ queryClient, edits }, [dropAt(55)]);
  expect(queryClient.getQueryData(recent)).toBe(cut);
  expect(queryClient.getQueryData(ofNoor)).toBeUndefined();
});

it('inserts new drops again once the newest page is back', () => {
  const queryClient = new QueryClient();
  const edits = new LocalEdits(queryClient);
  const { pages, pageParams } = listWithoutHead();
  queryClient.setQueryData(recent, {
    pages: [{ ...pageOf(50, 40), previous: undefined }, ...pages],
    pageParams: [{ ...dropAt(30), newer: true }, ...pageParams],
  });
  insertDrops({ queryClient, edits }, [dropAt(55)]);
  expect(minutes(queryClient.getQueryData(recent))).toEqual([
    [55, 50, 40],
    [30, 20],
  ]);
});

it('adds new drops, removes drops that are gone in between, and keeps older ones', () => {
  const list = listOf(pageOf(50, 40, 30), pageOf(20, 10));
  const merged = mergeNewest(list, pageOf(55, 50, 30));
  expect(minutes(merged)).toEqual([
    [55, 50, 30],
    [20, 10],
  ]);
});

it('replaces the list when the newest drops do not overlap it', () => {
  expect(minutes(mergeNewest(listOf(pageOf(20, 10)), pageOf(55, 50)))).toEqual([[55, 50]]);
});

it('replaces the list when the newest drops are all there are', () => {
  const fresh = { ...pageOf(50), next: undefined };
  expect(minutes(mergeNewest(listOf(pageOf(50, 40), pageOf(30)), fresh))).toEqual([[50]]);
});

it('keeps the number of comments while an own one is being sent', () => {
  const queryClient = new QueryClient();
  const edits = new LocalEdits(queryClient);
  queryClient.setQueryData(recent, {
    pages: [{ items: [dropAt(50, { commentCount: 8 })], next: undefined }],
    pageParams: [],
  });
  const end = edits.begin(commentsEditKey('drop-50'));
  insertDrops({ queryClient, edits }, [dropAt(50, { commentCount: 7, playCount: 3 })]);
  expect(findDrop(queryClient, 'drop-50')).toMatchObject({ commentCount: 8, playCount: 3 });
  end();
  insertDrops({ queryClient, edits }, [dropAt(50, { commentCount: 9 })]);
  expect(findDrop(queryClient, 'drop-50')?.commentCount).toBe(9);
});
