import { clipOf } from '#features/player/track.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { Dot } from '#ui/dot.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { Sleeve } from '#ui/sleeve.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { DropNotes } from './drop-notes.tsx';

/** The parts of a card's head whose code is fetched later: the sleeve, for which the card reserves the place, and notes. */
export default function LateCardParts({ drop }: { drop: Drop }) {
  return (
    <>
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
