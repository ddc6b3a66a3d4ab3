import { useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { BOOKMARK } from '#features/reactions/reaction.ts';
import { useReaction } from '#features/reactions/use-reaction.ts';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { patchDrop } from '#features/drops/patch-drop.ts';
import { dropKeys } from '#features/drops/queries.ts';

/** Bookmarks a drop, or removes the bookmark. */
export function BookmarkButton({ drop }: { drop: Drop }) {
  const { id, title, isBookmarked } = drop;
  const queryClient = useQueryClient();
  const press = useReaction(BOOKMARK, id, {
    isOn: isBookmarked,
    show: (on) => patchDrop(queryClient, id, (cached) => ({ ...cached, isBookmarked: on })),
    onWritten: () => invalidateDropLists(queryClient, dropKeys.bookmarks()),
  });
  return (
    <CardAction
      label={`Bookmark ${title}`}
      tooltip={isBookmarked ? 'Remove bookmark' : 'Bookmark'}
      aria-pressed={isBookmarked}
      onClick={() => void press()}
    >
      <Bookmark fill={isBookmarked ? 'currentColor' : 'none'} />
    </CardAction>
  );
}
