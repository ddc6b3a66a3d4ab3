import { DEFAULT_PRIVACY_LEVEL } from '@undertone/domain/privacy-level';
import { Lock, Users } from 'lucide-react';
import { clipOf } from '#features/player/track.ts';
import { useSession } from '#features/session/session-context.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { Dot } from '#ui/dot.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Sleeve } from '#ui/sleeve.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { DropNotes } from './drop-notes.tsx';

const DropMeasure = lazyPart(() => import('#features/statements/drop-measure.tsx'), {
  preload: 'idle',
});

/** The parts of a card's head whose code is fetched later: its privacy level unless it is public, labels, notes, and the sleeve, for which the card reserves the place. */
export default function LateCardParts({ drop }: { drop: Drop }) {
  const { user } = useSession();
  const isPrivate = drop.privacyLevel === 'private';
  return (
    <>
      {drop.privacyLevel !== DEFAULT_PRIVACY_LEVEL && (
        <>
          <Dot />
          {isPrivate ? <Lock /> : <Users />}
          <span className="truncate">{isPrivate ? 'Private' : 'Followers'}</span>
        </>
      )}
      {drop.editedAt && (
        <>
          <Dot />
          <span className="truncate">
            edited <RelativeTime moment={drop.editedAt} />
          </span>
        </>
      )}
      {drop.isSensitive && (
        <>
          <Dot />
          <span className="shrink-0">Sensitive</span>
        </>
      )}
      {user?.id === drop.author.userId && !isPending(drop) && (
        <DropMeasure userId={user.id} dropId={drop.id} />
      )}
      <DropNotes drop={drop} />
      {/* A pending drop gets another id when it is posted, and with it another sleeve. */}
      {!isPending(drop) && (
        <span className="drop-sleeve">
          <Sleeve clip={clipOf(drop)} className="size-full rounded-[inherit]" />
        </span>
      )}
    </>
  );
}
