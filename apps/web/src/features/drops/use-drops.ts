import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { DropStore } from './drop-store.ts';
import type { Drop } from './drop.ts';
import { dropStore } from './drop-cache.ts';
import { listedDrops, type ListedPage } from './drop-pages.ts';

/** A drop as it is shown; undefined if it is not stored, or was removed. */
export function useDrop(id: string): Drop | undefined {
  const store = dropStore(useQueryClient());
  return useSyncExternalStore(store.subscribe, () => store.get(id));
}

/** The drops of a list as they are shown. The array stays the same while its drops do. */
export function useListedDrops(list: InfiniteData<ListedPage> | undefined): readonly Drop[] {
  const store = dropStore(useQueryClient());
  const getDrops = useMemo(() => stableDrops(store, list?.pages ?? []), [store, list]);
  return useSyncExternalStore(store.subscribe, getDrops);
}

/** Returns a function that returns the drops of pages, and the same array while no drop has changed. */
function stableDrops(store: DropStore, pages: readonly ListedPage[]): () => readonly Drop[] {
  let last: readonly Drop[] = [];
  return () => {
    const drops = listedDrops(store, pages);
    const isSame = drops.length === last.length && drops.every((drop, i) => drop === last[i]);
    if (!isSame) last = drops;
    return last;
  };
}
