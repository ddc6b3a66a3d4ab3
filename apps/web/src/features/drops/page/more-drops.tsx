import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { useUnheard } from '#features/drops/heard/use-unheard.ts';
import { ShortDropList } from '#features/drops/list/short-drop-list.tsx';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { useListedDrops } from '#features/drops/use-drops.ts';
import { useClient } from '#lib/app.ts';

/** How many other drops of the author are shown. */
const SHOWN = 3;

/** The latest other drops of a drop's author; renders nothing if there is none, or until they are loaded. */
export default function MoreDrops({ drop }: { drop: Drop }) {
  const { author } = drop;
  const { data } = useInfiniteQuery(authorDropsOptions(useClient(), author.userId));
  const drops = useUnheard(useListedDrops(data));
  const others = useMemo(
    () => drops.filter(({ id }) => id !== drop.id).slice(0, SHOWN),
    [drops, drop.id],
  );
  const id = useId();
  if (others.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id={id} className="min-w-0 text-xl wrap-anywhere">
          More from @{author.username ?? ANONYMOUS}
        </h2>
        {author.username !== undefined && (
          <Link
            to="/$username"
            params={{ username: author.username }}
            className="shrink-0 py-3 text-sm link"
          >
            See all
          </Link>
        )}
      </div>
      <ShortDropList drops={others} source={`more from ${author.userId}`} label={id} />
    </section>
  );
}
