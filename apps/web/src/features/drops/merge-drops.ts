import type { InfiniteData } from '@tanstack/react-query';
import { commentsEditKey } from '#features/comments/mutations.ts';
import type { App } from '#lib/app.ts';
import type { Drop } from './drop.ts';
import { patchDrop } from './patch-drop.ts';
import { dropKeys, type DropPage } from './queries.ts';

type DropList = InfiniteData<DropPage>;
type CacheAndEdits = Pick<App, 'queryClient' | 'edits'>;

/** The place of a drop in a list by time; ISO 8601 in UTC sorts as text. */
type Place = Pick<Drop, 'createdAt' | 'id'>;

/** Whether one drop stands before another, newest first. */
export function isNewer(one: Place, other: Place): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id > other.id;
}

/** Whether a list holds its newest page: a long one drops it while one scrolls down, and fetches it again on the way back. */
export function hasHead(list: DropList): boolean {
  return list.pages[0]?.previous === undefined;
}

const contains = (list: DropList, id: string): boolean =>
  list.pages.some(({ items }) => items.some((drop) => drop.id === id));

/**
 * Puts drops that were just read into the feed and their author's list, each at its place in time
 * and once. A drop that is cached becomes what was read. Lists that nobody has opened stay unread.
 */
export function insertDrops(app: CacheAndEdits, drops: readonly Drop[]): void {
  for (const drop of drops) {
    refreshDrop(app, drop);
    for (const queryKey of [dropKeys.recent(), dropKeys.byAuthor(drop.author.userId)]) {
      app.queryClient.setQueryData<DropList>(queryKey, (list) => list && withDrop(list, drop));
    }
  }
}

function withDrop(list: DropList, drop: Drop): DropList {
  if (!hasHead(list) || contains(list, drop.id)) return list;
  const target = list.pages.findIndex(({ items, next }) => {
    const last = items.at(-1);
    return next === undefined || (last !== undefined && isNewer(drop, last));
  });
  // It is older than all pages that were read, and comes with a later page.
  if (target === -1) return list;
  const pages = list.pages.map((page, index) => {
    if (index !== target) return page;
    const before = page.items.filter((item) => isNewer(item, drop));
    return { ...page, items: [...before, drop, ...page.items.slice(before.length)] };
  });
  return { ...list, pages };
}

/** Makes a cached drop what was just read of it, but for the number of comments while own ones are being written. */
function refreshDrop({ queryClient, edits }: CacheAndEdits, fresh: Drop): void {
  const isCommenting = edits.pending(commentsEditKey(fresh.id)) !== undefined;
  patchDrop(queryClient, fresh.id, ({ commentCount }) =>
    isCommenting ? { ...fresh, commentCount } : fresh,
  );
}

/**
 * The feed with its newest drops as they were just read: new ones come in, those that are gone in
 * between go, older ones stay, and known ones stay as they are cached. When so many are new that
 * the two do not meet, the list begins anew.
 *
 * @param fresh the newest drops; `next` is undefined when there are no others
 */
export function mergeNewest(list: DropList, fresh: DropPage): DropList {
  if (!hasHead(list)) return list;
  const cached = list.pages.flatMap(({ items }) => items);
  const last = fresh.items.at(-1);
  const meets = fresh.items.some(({ id }) => contains(list, id));
  if (!last || fresh.next === undefined || !meets)
    return { pages: [fresh], pageParams: [undefined] };

  const known = new Map(cached.map((drop) => [drop.id, drop]));
  const head = fresh.items.map((drop) => known.get(drop.id) ?? drop);
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.filter((drop) => isNewer(last, drop)),
  }));
  const [first, ...others] = pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [...head, ...first.items] }, ...others] };
}
