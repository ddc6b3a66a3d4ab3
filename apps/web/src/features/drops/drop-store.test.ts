import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { acceptingArrivals, listedDrops, type DropPage } from './drop-pages.ts';
import { DropStore } from './drop-store.ts';
import { dropFromRow, type Drop } from './drop.ts';

let store: DropStore;

beforeEach(() => {
  store = new DropStore();
});

const drop = (id: string, changes: Partial<Drop> = {}): Drop => ({
  ...dropFromRow(dropRow(id)),
  ...changes,
});
const liked = (read: Drop): Drop =>
  read.isLiked ? read : { ...read, isLiked: true, likeCount: read.likeCount + 1 };
const likes = (id: string) => [store.get(id)?.isLiked, store.get(id)?.likeCount];

describe('an edit', () => {
  beforeEach(() => store.receive([drop('a', { likeCount: 3 })], 10));

  it('stays on top of a response that was requested before it', () => {
    store.edit('a', 'like', liked, 20);
    store.receive([drop('a', { likeCount: 3, playCount: 7 })], 15);
    expect(likes('a')).toEqual([true, 4]);
    expect(store.get('a')?.playCount).toBe(7);
  });

  it('is dropped by a response that was requested after it', () => {
    store.edit('a', 'like', liked, 20);
    store.receive([drop('a', { likeCount: 3 })], 30);
    expect(likes('a')).toEqual([false, 3]);
  });

  it('stays on top of every response while it is being written', () => {
    store.edit('a', 'like', liked, Infinity);
    store.receive([drop('a', { likeCount: 5 })], 30);
    expect(likes('a')).toEqual([true, 6]);
    store.receive([drop('a', { isLiked: true, likeCount: 6 })], 40);
    expect(likes('a')).toEqual([true, 6]);
  });

  it('is replaced by the next edit of the same key, and leaves edits of other keys', () => {
    store.edit('a', 'counts', (read) => ({ ...read, playCount: 7 }), 20);
    store.edit('a', 'like', liked, Infinity);
    store.edit('a', 'like', (read) => ({ ...read, isLiked: false }), 30);
    expect(likes('a')).toEqual([false, 3]);
    expect(store.get('a')?.playCount).toBe(7);
  });

  it.each([
    ['on', false, 3],
    ['off', true, 4],
  ])(
    'of a reaction keeps counts right that include the one before it (%s first)',
    (_, was, count) => {
      const unliked = (read: Drop): Drop =>
        read.isLiked ? { ...read, isLiked: false, likeCount: read.likeCount - 1 } : read;
      store.receive([drop('a', { isLiked: was, likeCount: count })], 15);
      store.edit('a', 'like', was ? unliked : liked, 20);
      store.edit('a', 'counts', (read) => ({ ...read, likeCount: was ? 3 : 4 }), 25);
      store.edit('a', 'like', was ? liked : unliked, Infinity);
      expect(likes('a')).toEqual([was, count]);
      // The write fails: the state before is shown again.
      store.edit('a', 'like', was ? unliked : liked, 30);
      expect(likes('a')).toEqual([!was, was ? 3 : 4]);
    },
  );

  it('is ignored when a response has arrived that was requested after it', () => {
    store.edit('a', 'like', liked, 5);
    expect(likes('a')).toEqual([false, 3]);
  });
});

it('ignores a drop in a response when a later request has been answered', () => {
  store.receive([drop('a', { title: 'New' })], 20);
  store.receive([drop('a', { title: 'Old' })], 10);
  expect(store.get('a')?.title).toBe('New');
});

it('leaves a drop the same object while others change, and notifies subscribers', () => {
  const listener = vi.fn();
  store.receive([drop('a'), drop('b')], 10);
  const before = store.get('a');
  const unsubscribe = store.subscribe(listener);
  store.edit('b', 'like', liked);
  expect(store.get('a')).toBe(before);
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
});

describe('a removal', () => {
  const ids = () => listedDrops(store, [page('a', 'z', 'b')]).map(({ id }) => id);
  const page = (...listed: string[]) => ({ ids: listed, requestedAt: 10 });
  const adas = drop('z', { author: { ...drop('z').author, userId: 'id-of-ada' } });

  beforeEach(() => store.receive([drop('a'), adas, drop('b')], 10));

  it('hides one drop, or all of an author, until it is undone: they are back in their places', () => {
    store.setHidden('b', true, 20);
    expect(ids()).toEqual(['a', 'z']);
    store.setHidden('b', false, 30);
    store.setHidden('id-of-noor', true, 40);
    expect(ids()).toEqual(['z']);
    store.setHidden('id-of-noor', false, 50);
    expect(ids()).toEqual(['a', 'z', 'b']);
  });

  it('outlasts a response that was requested before it, and no later one', () => {
    store.remove('a', 20);
    store.receive([drop('a')], 15);
    expect(store.get('a')).toBeUndefined();
    store.receive([drop('a')], 30);
    expect(store.get('a')).toBeDefined();
  });

  it('outlasts every response while it is being written', () => {
    store.setHidden('id-of-noor', true, Infinity);
    store.receive([drop('a')], 30);
    expect(ids()).toEqual(['z']);
  });

  it('by the server outlasts the end of one by the viewer', () => {
    store.setHidden('a', true, Infinity);
    store.remove('a', 20);
    store.setHidden('a', false, 30);
    expect(store.get('a')).toBeUndefined();
  });
});

describe('a list', () => {
  /** A drop that was created in the given minute of the same hour. */
  const dropAt = (minute: number) =>
    drop(`drop-${minute}`, { createdAt: `2026-01-01T12:${String(minute).padStart(2, '0')}:00Z` });
  /** A page requested at 10. */
  function pageOf(minutes: number[], isLast = false): DropPage {
    const drops = minutes.map(dropAt);
    store.receive(drops, 10);
    const next = isLast ? undefined : drops.at(-1);
    return acceptingArrivals({ ids: drops.map(({ id }) => id), requestedAt: 10, next });
  }
  const arrive = (minute: number, requestedAt = 20) =>
    store.receive([dropAt(minute)], requestedAt, true);
  const minutes = (...pages: DropPage[]) =>
    listedDrops(store, pages).map(({ createdAt }) => Number(createdAt.slice(14, 16)));

  it('shows drops that arrive later once, in the order of time', () => {
    const pages = [pageOf([50, 40]), pageOf([30, 20])];
    for (const minute of [35, 55, 45, 55]) arrive(minute);
    expect(minutes(...pages)).toEqual([55, 50, 45, 40, 35, 30, 20]);
  });

  it('does not show an arrival that is older than all of its pages, unless the last has been read', () => {
    arrive(10);
    expect(minutes(pageOf([50, 40]))).toEqual([50, 40]);
    expect(minutes(pageOf([50, 40], true))).toEqual([50, 40, 10]);
  });

  it('does not show an arrival from before its page was requested: the page would have it', () => {
    arrive(55, 5);
    expect(minutes(pageOf([50]))).toEqual([50]);
  });

  it('does not show arrivals that are of another list, or while it lacks its newest page', () => {
    arrive(55);
    const page = pageOf([50]);
    expect(minutes(acceptingArrivals(page, () => false))).toEqual([50]);
    expect(minutes({ ...page, previous: { ...dropAt(50), newer: true } })).toEqual([50]);
  });

  it('shows a drop once that is on two pages', () => {
    expect(minutes(pageOf([50, 40]), pageOf([40, 30]))).toEqual([50, 40, 30]);
  });
});

it('evicts drops that are not in use, and keeps those with an edit that is being written', () => {
  store.receive([drop('used'), drop('unused'), drop('edited')], 10);
  store.edit('edited', 'like', liked, Infinity);
  store.evict(new Set(['used']));
  expect(['used', 'unused', 'edited'].filter((id) => store.get(id))).toEqual(['used', 'edited']);
});
