import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { useSession } from '#features/session/session-context.ts';
import { FollowTagButton } from '#features/tags/follow-tag-button.tsx';
import { TagLink } from '#features/tags/tag-link.tsx';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useClient } from '#lib/app.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { SampleButton } from './sample-button.tsx';
import { sampleOfTagOptions } from './sample-queries.ts';

/** How many hashtags are suggested. */
const SUGGESTED = 4;

/** Trending hashtags, each with a drop to listen to. Nothing while no hashtag trends. */
export function TagsToFollow({ onFollowed }: { onFollowed?: () => void }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { data: topics, isPending } = useQuery(trendingTopicsOptions(useClient()));
  if (isPending) return <Skeleton className="h-72 w-full rounded-xl" />;
  if (!user || !topics?.length) return null;
  return (
    <TitledCard title="Hashtags to follow">
      <ul className="-mx-2 space-y-1">
        {topics.slice(0, SUGGESTED).map(({ tag }) => (
          <li key={tag} className="flex flex-wrap items-center gap-3 px-2 py-1.5">
            <TagSample tag={tag} />
            <span className="min-w-0 grow basis-[6rem] truncate">
              <TagLink tag={tag} />
            </span>
            <FollowTagButton
              tag={tag}
              userId={user.id}
              inList
              onChanged={() => {
                invalidateDropLists(queryClient, dropKeys.following());
                onFollowed?.();
              }}
            />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function TagSample({ tag }: { tag: string }) {
  const { data: track } = useQuery(sampleOfTagOptions(useClient(), tag));
  return track ? <SampleButton track={track} of={`#${tag}`} /> : <span className="size-10" />;
}
