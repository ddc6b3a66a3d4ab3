import { useQueryClient } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { Bookmark, Heart } from 'lucide-react';
import { useReaction, type Reaction } from '#features/reactions/use-reaction.ts';
import { CardAction } from './card-action.tsx';
import { dropStore } from '#features/drops/drop-cache.ts';
import type { Drop } from '#features/drops/drop.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';

const LIKE: Reaction = {
  name: 'like',
  table: 'voice_drop_likes',
  added: 'Added to favorites',
  removed: 'Removed from favorites',
  failed: 'Failed to update like status',
  forMembers: 'Please log in to like voice drops',
  confirmation: { duration: 2000 },
};

/** Likes or unlikes a drop, and shows the number of likes. */
export function LikeButton({ drop: { id, title, isLiked, likeCount } }: { drop: Drop }) {
  const queryClient = useQueryClient();
  const press = useReaction(LIKE, id, {
    isOn: isLiked,
    show: (on, at) => dropStore(queryClient).edit(id, 'like', (drop) => withLike(drop, on), at),
    onWritten: () => invalidateDropLists(queryClient, dropKeys.liked()),
  });
  const count = countLabel(likeCount);
  return (
    <CardAction
      label={`Like ${title}, ${count} ${likeCount === 1 ? 'like' : 'likes'}`}
      tooltip={isLiked ? 'Unlike' : 'Like'}
      aria-pressed={isLiked}
      onClick={() => void press()}
    >
      <Heart fill={isLiked ? 'currentColor' : 'none'} />
      {count}
    </CardAction>
  );
}

function withLike(drop: Drop, isLiked: boolean): Drop {
  if (drop.isLiked === isLiked) return drop;
  return { ...drop, isLiked, likeCount: Math.max(0, drop.likeCount + (isLiked ? 1 : -1)) };
}

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
