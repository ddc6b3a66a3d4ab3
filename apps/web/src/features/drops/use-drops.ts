import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Drop } from './drop.ts';
import { dropStore } from './drop-cache.ts';
import { listedDrops, type ListedPage } from './drop-pages.ts';

/** A drop as it is shown; undefined if it is not stored, or was removed. */
export function useDrop(id: string): Drop | undefined {
  const store = dropStore(useQueryClient());
  return useSyncExternalStore(store.subscribe, () => store.get(id));
}

/** The drops of a list as they are shown. The array stays the same while its drops do. */
export function useListedDrops(
  list: InfiniteData<ListedPage, unknown> | undefined,
): readonly Drop[] {
  const store = dropStore(useQueryClient());
  const getDrops = useMemo(() => {
    let last: readonly Drop[] = [];
    return () => {
      const drops = listedDrops(store, list?.pages ?? []);
      const isSame = drops.length === last.length && drops.every((drop, i) => drop === last[i]);
      return isSame ? last : (last = drops);
    };
  }, [store, list]);
  return useSyncExternalStore(store.subscribe, getDrops);
}
