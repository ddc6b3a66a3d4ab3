import { useQueryClient } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { Bookmark, Heart } from 'lucide-react';
import type { ReactionName } from '#features/reactions/mutations.ts';
import { useReaction } from '#features/reactions/use-reaction.ts';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { showReaction } from '#features/drops/show-reaction.ts';

/** Returns the props of a reaction's button. A press changes the reaction wherever the drop is shown. */
function useDropReaction(name: ReactionName, id: string, isOn: boolean) {
  const queryClient = useQueryClient();
  return useReaction(name, id, {
    isOn,
    show: (on, at) => showReaction(queryClient, name, id, on, at),
    onWritten: () =>
      invalidateDropLists(queryClient, name === 'like' ? dropKeys.liked() : dropKeys.bookmarks()),
  });
}

/** Likes or unlikes a drop, and shows the number of likes. */
export function LikeButton({ drop: { id, title, isLiked, likeCount } }: { drop: Drop }) {
  const reaction = useDropReaction('like', id, isLiked);
  const count = countLabel(likeCount);
  return (
    <CardAction
      label={`Like ${title}, ${count} ${likeCount === 1 ? 'like' : 'likes'}`}
      tooltip={isLiked ? 'Unlike' : 'Like'}
      {...reaction}
    >
      <Heart className="like-heart" />
      {likeCount > 0 && count}
    </CardAction>
  );
}

/** Bookmarks a drop, or removes the bookmark. */
export function BookmarkButton({ drop: { id, title, isBookmarked } }: { drop: Drop }) {
  const reaction = useDropReaction('bookmark', id, isBookmarked);
  return (
    <CardAction
      label={`Bookmark ${title}`}
      tooltip={isBookmarked ? 'Remove bookmark' : 'Bookmark'}
      {...reaction}
    >
      <Bookmark fill={isBookmarked ? 'currentColor' : 'none'} />
    </CardAction>
  );
}
