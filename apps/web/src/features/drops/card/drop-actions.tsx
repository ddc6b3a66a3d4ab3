import { countLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
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
      {/* The margin moves the following actions to the right when the hashtags have a row of their own. */}
      <span className={clsx('mr-auto', playCount > 0 && cardActionClass)}>
        {playCount > 0 && (
          <>
            <Headphones />
            {countLabel(playCount)}{' '}
            <span className="sr-only">{playCount === 1 ? 'play' : 'plays'}</span>
          </>
        )}
      </span>
      <span className="flex min-w-0 grow flex-wrap gap-x-3 px-3 text-sm *:max-w-full *:truncate *:leading-11 max-sm:not-empty:order-first max-sm:not-empty:basis-full">
        {drop.hashtags.map((tag) => (
          <HashtagLink key={tag} tag={tag} />
        ))}
      </span>
      <BookmarkButton drop={drop} />
      <ShareButton drop={drop} isOwn={isOwn} />
      {user && <DropMenu drop={drop} isOwn={isOwn} viewerId={user.id} />}
    </div>
  );
}
