import type { QueryClient } from '@tanstack/react-query';
import { dropStore } from './drop-cache.ts';

/**
 * Notes the play count of a drop before a play is counted on the server.
 *
 * @returns a function that shows the counted play, unless the live channel has delivered the new count
 */
export function playCounter(queryClient: QueryClient, id: string): () => void {
  const store = dropStore(queryClient);
  const counted = (store.get(id)?.playCount ?? 0) + 1;
  return () =>
    store.edit(id, 'play', (drop) => ({ ...drop, playCount: Math.max(drop.playCount, counted) }));
}
