import type { QueryClient } from '@tanstack/react-query';
import { findDrop, patchDrop } from './patch-drop.ts';

/**
 * To be called before a play of a drop is counted.
 *
 * @returns what draws it once it was; its number may have come live meanwhile, and is then left as it is
 */
export function showPlay(queryClient: QueryClient, id: string): () => void {
  const before = findDrop(queryClient, id)?.playCount ?? 0;
  return () =>
    patchDrop(queryClient, id, (drop) => ({
      ...drop,
      playCount: Math.max(drop.playCount, before + 1),
    }));
}
