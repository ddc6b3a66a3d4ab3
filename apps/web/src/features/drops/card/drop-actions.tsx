import { countLabel } from '@undertone/domain/number-labels';
import { Headphones } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { CommentButton, type OpenState } from './comment-button.tsx';
import { cardActionClass } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { DropMenu } from '#features/drops/menu/drop-menu.tsx';
import { HashtagLink } from './hashtag-link.tsx';
import { BookmarkButton, LikeButton } from './reaction-buttons.tsx';
import { ShareButton } from './share-button.tsx';

interface DropActionsProps {
  drop: Drop;
  isOwn: boolean;
  /** See `CommentButton`. */
  comments: OpenState | undefined;
}

/** The last row of a card: its counts, hashtags and actions. */
export function DropActions({ drop, isOwn, comments }: DropActionsProps) {
  const { playCount } = drop;
  const { user } = useSession();
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      className="-mx-3.25 mt-0.5 flex flex-wrap items-center"
    >
      <LikeButton drop={drop} />
      <CommentButton drop={drop} comments={comments} />
      {playCount > 0 && (
        <span className={cardActionClass}>
          <Headphones />
          {countLabel(playCount)}{' '}
          <span className="sr-only">{playCount === 1 ? 'play' : 'plays'}</span>
        </span>
      )}
      <span className="drop-hashtags flex min-w-0 grow flex-wrap gap-x-3 px-3.25 text-sm *:max-w-full *:truncate *:leading-11">
        {drop.hashtags.map((tag) => (
          <HashtagLink key={tag} tag={tag} />
        ))}
      </span>
      {/* Together, so that none of them is alone in a second row. */}
      <span className="ml-auto flex">
        <BookmarkButton drop={drop} />
        <ShareButton drop={drop} isOwn={isOwn} />
        {user && <DropMenu drop={drop} isOwn={isOwn} viewerId={user.id} />}
      </span>
    </div>
  );
}
