import { Headphones, MessageCircle } from 'lucide-react';
import { BookmarkButton } from './bookmark-button.tsx';
import { DropCount } from './drop-count.tsx';
import type { Drop } from './drop.ts';
import { LikeButton } from './like-button.tsx';
import { ShareButton } from './share-button.tsx';

/** The foot of a card: what people did with a drop, and what one can do oneself. */
export function DropActions({ drop, isOwn }: { drop: Drop; isOwn: boolean }) {
  return (
    <footer className="mt-3 flex items-center justify-between border-t border-line pt-1.5">
      <ul className="flex items-center gap-5 text-sm text-ink-soft tabular-nums">
        <li>
          <LikeButton drop={drop} />
        </li>
        <li>
          <DropCount
            count={drop.commentCount}
            of={['comment', 'comments']}
            icon={<MessageCircle />}
          />
        </li>
        <li>
          <DropCount count={drop.playCount} of={['play', 'plays']} icon={<Headphones />} />
        </li>
      </ul>
      <div className="flex items-center gap-5">
        <BookmarkButton drop={drop} />
        <ShareButton drop={drop} isOwn={isOwn} />
      </div>
    </footer>
  );
}
