import type { QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { patchDrop } from './patch-drop.ts';
import { dropKeys, type DropPages } from './queries.ts';

/** A drop from any cached list, or from the cache of its own page. */
export function findDrop(queryClient: QueryClient, id: string): Drop | undefined {
  for (const [, list] of queryClient.getQueriesData<DropPages>({ queryKey: dropKeys.lists() })) {
    for (const page of list?.pages ?? []) {
      const found = page.items.find((drop) => drop.id === id);
      if (found) return found;
    }
  }
  return queryClient.getQueryData<Drop | null>(dropKeys.detail(id)) ?? undefined;
}

/**
 * Notes the play count before a play is counted on the server.
 *
 * @returns a function that shows the counted play, unless the live channel has delivered the new count
 */
export function showPlay(queryClient: QueryClient, id: string): () => void {
  const before = findDrop(queryClient, id)?.playCount ?? 0;
  return () =>
    patchDrop(queryClient, id, (drop) => ({
      ...drop,
      playCount: Math.max(drop.playCount, before + 1),
    }));
}
