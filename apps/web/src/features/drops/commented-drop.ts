import type { QueryClient } from '@tanstack/react-query';
import type { CommentedDrop } from '#features/comments/mutations.ts';
import { dropStore } from './drop-cache.ts';
import type { Drop } from './drop.ts';

/** A drop as its comments take it, which change the comment count on its cards. */
export function commentedDrop(queryClient: QueryClient, { id, title, author }: Drop) {
  const store = dropStore(queryClient);
  const onCount: CommentedDrop['onCount'] = (count, written) => {
    const commentCount = count(store.get(id)?.commentCount ?? 0);
    const patch = (drop: Drop) => ({ ...drop, commentCount });
    store.edit(id, 'comments', patch, written && Infinity);
    void written?.then(() => store.settle(id, patch));
  };
  return { id, title, ownerId: author.userId, onCount };
}
