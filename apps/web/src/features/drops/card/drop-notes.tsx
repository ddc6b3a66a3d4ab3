import { Check } from 'lucide-react';
import type { Drop } from '#features/drops/drop.ts';
import { useFinishedDrops } from '#features/player/store-finished-drop.ts';
import { useSession } from '#features/session/session-context.ts';
import { FollowedTagNote } from '#features/tags/followed-tag-note.tsx';
import { Dot } from '#ui/dot.tsx';

/** What a card notes about another person's drop for a member: that it was heard, and why it is in the feed. */
export function DropNotes({ drop }: { drop: Drop }) {
  const { user } = useSession();
  const heard = useFinishedDrops(user?.id);
  if (!user || drop.author.userId === user.id) return null;
  return (
    <>
      {heard.has(drop.id) && (
        <>
          <Dot />
          {/* In a narrow card, the word would leave no room for the filter's name. */}
          <span className="flex shrink-0 items-center gap-1">
            <Check className="size-3.5" /> <span className="max-sm:sr-only">Heard</span>
          </span>
        </>
      )}
      <FollowedTagNote hashtags={drop.hashtags} />
    </>
  );
}
