import { countLabel } from '@undertone/domain/number-labels';
import { Headphones } from 'lucide-react';
import { BookmarkButton } from './bookmark-button.tsx';
import { CommentButton } from './comment-button.tsx';
import { cardActionClass } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { LikeButton } from './like-button.tsx';
import { ShareButton } from './share-button.tsx';

interface DropActionsProps {
  drop: Drop;
  isOwn: boolean;
  /** Whether the comments are open at first. */
  commentsOpen: boolean;
}

/** The footer of a card: its counts and actions. */
export function DropActions({ drop, isOwn, commentsOpen }: DropActionsProps) {
  const { playCount } = drop;
  return (
    <footer className="mt-3 flex items-center justify-between border-t border-line pt-1.5">
      <ul className="flex items-center gap-5 text-sm text-ink-soft tabular-nums">
        <li>
          <LikeButton drop={drop} />
        </li>
        <li>
          <CommentButton drop={drop} initiallyOpen={commentsOpen} />
        </li>
        <li className={cardActionClass}>
          <Headphones />
          {countLabel(playCount)}{' '}
          <span className="sr-only">{playCount === 1 ? 'play' : 'plays'}</span>
        </li>
      </ul>
      <div className="flex items-center gap-5">
        <BookmarkButton drop={drop} />
        <ShareButton drop={drop} isOwn={isOwn} />
      </div>
    </footer>
  );
}
