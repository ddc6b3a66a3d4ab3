import { commentsEditKey, type CommentedDrop } from '#features/comments/mutations.ts';
import type { App } from '#lib/app.ts';
import { dropStore } from './drop-cache.ts';
import type { Drop } from './drop.ts';

/** The key of the store's edit of the comment count. */
const COUNT = 'comment count';

/**
 * A drop as its comments take it, which change the comment count on its cards. While own comments are
 * being written, the server's count may or may not include them, and is ignored.
 */
export function commentedDrop(
  { queryClient, edits }: Pick<App, 'queryClient' | 'edits'>,
  { id, title, author }: Drop,
) {
  const store = dropStore(queryClient);
  const onCount: CommentedDrop['onCount'] = (count) => {
    const commentCount = count(store.get(id)?.commentCount ?? 0);
    const show = (at?: number) => store.edit(id, COUNT, (drop) => ({ ...drop, commentCount }), at);
    const isWriting = () => edits.pending(commentsEditKey(id));
    show(isWriting() ? Infinity : undefined);
    void isWriting()?.then(() => isWriting() || store.settle(id, COUNT));
  };
  return { id, title, ownerId: author.userId, onCount };
}
