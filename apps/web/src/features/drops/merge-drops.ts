import { commentsEditKey } from '#features/comments/mutations.ts';
import type { App } from '#lib/app.ts';
import type { Drop } from './drop.ts';
import { patchDrop } from './patch-drop.ts';
import { dropKeys, type DropPage, type DropPages } from './queries.ts';

type CacheAndEdits = Pick<App, 'queryClient' | 'edits'>;

/** The values by which lists sort drops; ISO 8601 in UTC sorts as text. */
type Place = Pick<Drop, 'createdAt' | 'id'>;

/** Whether one drop stands before another, newest first. */
export function isNewer(one: Place, other: Place): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.id > other.id;
}

/** Whether a list has its newest page, which a long list drops while scrolled down. */
export function hasHead(list: DropPages): boolean {
  return list.pages[0]?.previous === undefined;
}

const contains = (list: DropPages, id: string): boolean =>
  list.pages.some(({ items }) => items.some((drop) => drop.id === id));

/**
 * Inserts drops into the cached feed and into their author's cached list, in the order of time. Drops
 * that are cached already are replaced.
 */
export function insertDrops(app: CacheAndEdits, drops: readonly Drop[]): void {
  for (const drop of drops) {
    replaceDrop(app, drop);
    for (const queryKey of [dropKeys.recent(), dropKeys.byAuthor(drop.author.userId)]) {
      app.queryClient.setQueryData<DropPages>(queryKey, (list) => list && withDrop(list, drop));
    }
  }
}

function withDrop(list: DropPages, drop: Drop): DropPages {
  if (!hasHead(list) || contains(list, drop.id)) return list;
  const target = list.pages.findIndex(({ items, next }) => {
    const last = items.at(-1);
    return next === undefined || (last !== undefined && isNewer(drop, last));
  });
  // Older than all cached pages: it will be read with a later page.
  if (target === -1) return list;
  const pages = list.pages.map((page, index) => {
    if (index !== target) return page;
    const before = page.items.filter((item) => isNewer(item, drop));
    return { ...page, items: [...before, drop, ...page.items.slice(before.length)] };
  });
  return { ...list, pages };
}

/** Replaces a cached drop; keeps its comment count while own comments are being written. */
function replaceDrop({ queryClient, edits }: CacheAndEdits, fresh: Drop): void {
  const isCommenting = edits.pending(commentsEditKey(fresh.id)) !== undefined;
  patchDrop(queryClient, fresh.id, ({ commentCount }) =>
    isCommenting ? { ...fresh, commentCount } : fresh,
  );
}

/**
 * Merges the newest drops into the feed: adds new drops, removes those that are missing in between, and
 * keeps cached and older ones. If the two do not overlap, the newest drops replace the list.
 *
 * @param fresh the newest drops; `next` is undefined when there are no others
 */
export function mergeNewest(list: DropPages, fresh: DropPage): DropPages {
  if (!hasHead(list)) return list;
  const cached = list.pages.flatMap(({ items }) => items);
  const last = fresh.items.at(-1);
  const overlaps = fresh.items.some(({ id }) => contains(list, id));
  if (!last || fresh.next === undefined || !overlaps)
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
