import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { dropKeys, type DropPage } from './queries.ts';

type DropList = InfiniteData<DropPage>;

/**
 * Changes a drop wherever it is cached: in every list that holds it, and on its
 * own page. Lists, pages and drops that do not change stay the same objects, so
 * that only the drop's own cards are drawn again.
 */
export function patchDrop(queryClient: QueryClient, id: string, patch: (drop: Drop) => Drop): void {
  changeLists(queryClient, (items) =>
    items.some((drop) => drop.id === id)
      ? items.map((drop) => (drop.id === id ? patch(drop) : drop))
      : items,
  );
  queryClient.setQueryData<Drop | null>(dropKeys.detail(id), (drop) => drop && patch(drop));
}

/** Changes all that someone has posted wherever it is cached, as when they take another name. */
export function patchDropsBy(
  queryClient: QueryClient,
  userId: string,
  patch: (drop: Drop) => Drop,
): void {
  const isTheirs = (drop: Drop) => drop.author.userId === userId;
  changeLists(queryClient, (items) =>
    items.some(isTheirs) ? items.map((drop) => (isTheirs(drop) ? patch(drop) : drop)) : items,
  );
  queryClient.setQueriesData<Drop | null>({ queryKey: dropKeys.details() }, (drop) =>
    drop && isTheirs(drop) ? patch(drop) : drop,
  );
}

/** Takes a drop out of every cached list; its own page says that it is gone. */
export function removeDrop(queryClient: QueryClient, id: string): void {
  removeDrops(queryClient, (drop) => drop.id === id);
}

/** Makes a function that takes drops out of every cached list, as after a block, and that puts them back in their places. */
export function removal(
  queryClient: QueryClient,
  isRemoved: (drop: Drop) => boolean,
): (removed: boolean) => void {
  const putBacks: (() => void)[] = [];
  return (removed) => {
    if (removed) putBacks.push(removeDrops(queryClient, isRemoved));
    else for (const putBack of putBacks.splice(0).toReversed()) putBack();
  };
}

/** A drop from any cached list, or from the cache of its own page. */
export function findDrop(queryClient: QueryClient, id: string): Drop | undefined {
  for (const [, list] of queryClient.getQueriesData<DropList>({ queryKey: dropKeys.lists() })) {
    for (const page of list?.pages ?? []) {
      const found = page.items.find((drop) => drop.id === id);
      if (found) return found;
    }
  }
  return queryClient.getQueryData<Drop | null>(dropKeys.detail(id)) ?? undefined;
}

/**
 * To be called before a play of a drop is counted.
 *
 * @returns what shows the play once it is counted; a number that has come live meanwhile stays
 */
export function showPlay(queryClient: QueryClient, id: string): () => void {
  const before = findDrop(queryClient, id)?.playCount ?? 0;
  return () =>
    patchDrop(queryClient, id, (drop) => ({
      ...drop,
      playCount: Math.max(drop.playCount, before + 1),
    }));
}

/** @returns a function that puts them back in their places; drops that have come or changed meanwhile stay */
function removeDrops(queryClient: QueryClient, isRemoved: (drop: Drop) => boolean): () => void {
  const lists = queryClient.getQueriesData<DropList>({ queryKey: dropKeys.lists() });
  const pages = queryClient.getQueriesData<Drop | null>({ queryKey: dropKeys.details() });
  changeLists(queryClient, (items) =>
    items.some(isRemoved) ? items.filter((drop) => !isRemoved(drop)) : items,
  );
  queryClient.setQueriesData<Drop | null>({ queryKey: dropKeys.details() }, (drop) =>
    drop && isRemoved(drop) ? null : drop,
  );
  return () => {
    for (const [key, before] of lists) {
      queryClient.setQueryData<DropList>(
        key,
        (list) => list && before && putBack(list, before, isRemoved),
      );
    }
    for (const [key, before] of pages) {
      if (before && isRemoved(before)) queryClient.setQueryData<Drop | null>(key, before);
    }
  };
}

/** A list with the missing drops of an earlier state put back, each behind the drop that it followed. */
function putBack(list: DropList, before: DropList, isMissing: (drop: Drop) => boolean): DropList {
  const pages = list.pages.map((page, index) => {
    const items = [...page.items];
    const earlier = before.pages[index]?.items ?? [];
    for (const [place, drop] of earlier.entries()) {
      if (!isMissing(drop) || items.some(({ id }) => id === drop.id)) continue;
      const previous = items.findIndex(({ id }) => id === earlier[place - 1]?.id);
      items.splice(previous + 1, 0, drop);
    }
    return { ...page, items };
  });
  return { ...list, pages };
}

function changeLists(queryClient: QueryClient, change: (items: Drop[]) => Drop[]): void {
  queryClient.setQueriesData<DropList>({ queryKey: dropKeys.lists() }, (list) => {
    if (!list) return undefined;
    let changed = false;
    const pages = list.pages.map((page) => {
      const items = change(page.items);
      if (items === page.items) return page;
      changed = true;
      return { ...page, items };
    });
    return changed ? { ...list, pages } : list;
  });
}
