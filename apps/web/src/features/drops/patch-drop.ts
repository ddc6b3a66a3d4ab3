import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { dropKeys, type DropPage } from './queries.ts';

type DropList = InfiniteData<DropPage>;

/**
 * Changes a drop in every cached list that holds it. Lists, pages and drops
 * that do not change stay the same objects, so that only the drop's own cards
 * are drawn again.
 */
export function patchDrop(queryClient: QueryClient, id: string, patch: (drop: Drop) => Drop): void {
  changeLists(queryClient, (items) =>
    items.some((drop) => drop.id === id)
      ? items.map((drop) => (drop.id === id ? patch(drop) : drop))
      : items,
  );
}

/** Takes a drop out of every cached list. */
export function removeDrop(queryClient: QueryClient, id: string): void {
  changeLists(queryClient, (items) =>
    items.some((drop) => drop.id === id) ? items.filter((drop) => drop.id !== id) : items,
  );
}

/** A drop as some cached list has it. */
export function findDrop(queryClient: QueryClient, id: string): Drop | undefined {
  for (const [, list] of queryClient.getQueriesData<DropList>({ queryKey: dropKeys.lists() })) {
    for (const page of list?.pages ?? []) {
      const found = page.items.find((drop) => drop.id === id);
      if (found) return found;
    }
  }
  return undefined;
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
