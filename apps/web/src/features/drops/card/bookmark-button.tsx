import { useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useReaction, type Reaction } from '#features/reactions/use-reaction.ts';
import { CardAction } from './card-action.tsx';
import { dropStore } from '#features/drops/drop-cache.ts';
import type { Drop } from '#features/drops/drop.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';

const BOOKMARK: Reaction = {
  name: 'bookmark',
  table: 'bookmarks',
  added: 'Added to bookmarks',
  removed: 'Removed from bookmarks',
  failed: 'Failed to update bookmark',
  forMembers: 'Please log in to bookmark voice drops',
  confirmation: {},
};

/** Bookmarks a drop, or removes the bookmark. */
export function BookmarkButton({ drop: { id, title, isBookmarked } }: { drop: Drop }) {
  const queryClient = useQueryClient();
  const press = useReaction(BOOKMARK, id, {
    isOn: isBookmarked,
    show: (on, at) =>
      dropStore(queryClient).edit(id, 'bookmark', (drop) => ({ ...drop, isBookmarked: on }), at),
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
