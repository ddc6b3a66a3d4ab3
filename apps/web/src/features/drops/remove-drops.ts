import type { QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { changeDropLists } from './patch-drop.ts';
import { dropKeys, type DropPages } from './queries.ts';

/** Removes a drop from every cached list, and sets it to null on its own page. */
export function removeDrop(queryClient: QueryClient, id: string): void {
  removeDrops(queryClient, (drop) => drop.id === id);
}

/** Returns a function that removes drops from every cached list, or puts the removed ones back in their places. */
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

/** @returns a function that puts them back; drops added or changed since then stay */
function removeDrops(queryClient: QueryClient, isRemoved: (drop: Drop) => boolean): () => void {
  const lists = queryClient.getQueriesData<DropPages>({ queryKey: dropKeys.lists() });
  const pages = queryClient.getQueriesData<Drop | null>({ queryKey: dropKeys.details() });
  changeDropLists(queryClient, (items) =>
    items.some(isRemoved) ? items.filter((drop) => !isRemoved(drop)) : items,
  );
  queryClient.setQueriesData<Drop | null>({ queryKey: dropKeys.details() }, (drop) =>
    drop && isRemoved(drop) ? null : drop,
  );
  return () => {
    for (const [key, before] of lists) {
      queryClient.setQueryData<DropPages>(
        key,
        (list) => list && before && putBack(list, before, isRemoved),
      );
    }
    for (const [key, before] of pages) {
      if (before && isRemoved(before)) queryClient.setQueryData<Drop | null>(key, before);
    }
  };
}

/** Puts back the drops that a list lacks of its earlier state, each after the drop that it followed. */
function putBack(
  list: DropPages,
  before: DropPages,
  isMissing: (drop: Drop) => boolean,
): DropPages {
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
