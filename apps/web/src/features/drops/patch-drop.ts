import type { QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { dropKeys, type DropPages } from './queries.ts';

type Patch = (drop: Drop) => Drop;

/** Changes a drop wherever it is cached: in every list that holds it, and on its own page. */
export function patchDrop(queryClient: QueryClient, id: string, patch: Patch): void {
  patchDrops(queryClient, (drop) => drop.id === id, patch);
}

/**
 * Changes drops wherever they are cached. Lists, pages and drops that do not change stay the same
 * objects, so that only the drops' own cards are rendered again.
 */
export function patchDrops(
  queryClient: QueryClient,
  isMeant: (drop: Drop) => boolean,
  patch: Patch,
): void {
  changeDropLists(queryClient, (items) =>
    items.some(isMeant) ? items.map((drop) => (isMeant(drop) ? patch(drop) : drop)) : items,
  );
  queryClient.setQueriesData<Drop | null>({ queryKey: dropKeys.details() }, (drop) =>
    drop && isMeant(drop) ? patch(drop) : undefined,
  );
}

/** Changes the drops of every cached list. Pages whose drops `change` returns as they are stay the same objects. */
export function changeDropLists(queryClient: QueryClient, change: (items: Drop[]) => Drop[]): void {
  queryClient.setQueriesData<DropPages>({ queryKey: dropKeys.lists() }, (list) => {
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
