import { countLabel } from '@undertone/domain/count';
import { Headphones, Heart } from 'lucide-react';
import type { ReactNode } from 'react';
import { cardActionClass } from './card-action.tsx';
import { CommentButton } from './comment-button.tsx';
import type { Drop } from './drop.ts';

/** How often a drop was liked, commented on and played. */
export function DropCounts({ drop }: { drop: Drop }) {
  return (
    <ul className="flex items-center gap-5 text-sm text-ink-soft tabular-nums">
      <Count
        count={drop.likeCount}
        of={['like', 'likes']}
        icon={<Heart fill={drop.isLiked ? 'currentColor' : 'none'} />}
      />
      <li>
        <CommentButton drop={drop} />
      </li>
      <Count count={drop.playCount} of={['play', 'plays']} icon={<Headphones />} />
    </ul>
  );
}

interface CountProps {
  count: number;
  /** What is counted: one, and several. */
  of: readonly [one: string, several: string];
  icon: ReactNode;
}

function Count({ count, of: [one, several], icon }: CountProps) {
  return (
    <li>
      <p className={cardActionClass}>
        {icon}
        {countLabel(count)}
        <span className="sr-only">{count === 1 ? one : several}</span>
      </p>
    </li>
  );
}
