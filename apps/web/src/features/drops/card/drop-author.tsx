import { Link } from '@tanstack/react-router';
import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import { useTrackPosition } from '#features/player/use-player.ts';
import type { Drop } from '#features/drops/drop.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { Dot } from '#ui/dot.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';

export const LateCardParts = lazyPart(() => import('./late-card-parts.tsx'));

/** A drop's author and time, its filter and duration, and what the late parts say of it. */
export function DropAuthor({ drop }: { drop: Drop }) {
  const { username } = drop.author;
  const avatar = <PersonAvatar person={drop.author} />;
  const time = <RelativeTime moment={drop.createdAt} />;
  return (
    <header>
      {username === undefined ? (
        avatar
      ) : (
        // The name beside it leads to the same page.
        <Link
          to="/$username"
          params={{ username }}
          tabIndex={-1}
          aria-hidden="true"
          className="-m-0.5 rounded-full p-0.5"
        >
          {avatar}
        </Link>
      )}
      <div className="min-w-0">
        <p className="flex items-center gap-x-1.5 text-ink">
          <PersonLink username={username} />
          <Dot />
          <span className="shrink-0 text-ink-faint">
            {isPending(drop) ? (
              time
            ) : (
              // No Tab stop, since the title links to the same page.
              <Link
                to="/voice-drop/$id"
                params={{ id: drop.id }}
                tabIndex={-1}
                className="rounded-sm hover:underline"
              >
                {time}
              </Link>
            )}
          </span>
        </p>
        <p className="flex items-center gap-x-1.5 whitespace-nowrap [&>svg]:size-3 [&>svg]:shrink-0">
          <span className="truncate">{filterName(drop.filter)}</span>
          <Dot />
          <DropLength drop={drop} />
          <LateCardParts drop={drop} />
        </p>
      </div>
    </header>
  );
}

/** A drop's duration, and the current position in it. */
function DropLength({ drop }: { drop: Drop }) {
  const position = useTrackPosition(drop.id);
  return (
    <span className="tabular-nums">
      {position !== undefined && <span className="text-ink">{durationLabel(position)} / </span>}
      {durationLabel(drop.duration)}
    </span>
  );
}
