import type { QueryClient } from '@tanstack/react-query';
import type { Drop } from './drop.ts';
import { patchDrop } from './patch-drop.ts';

/** A drop as its comments take it, which change the comment count on its cards. */
export function commentedDrop(queryClient: QueryClient, { id, title, author }: Drop) {
  return {
    id,
    title,
    ownerId: author.userId,
    onCount: (count: (before: number) => number) =>
      patchDrop(queryClient, id, (drop) => ({ ...drop, commentCount: count(drop.commentCount) })),
  };
}
