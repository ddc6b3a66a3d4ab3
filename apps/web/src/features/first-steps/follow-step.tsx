import { useQuery } from '@tanstack/react-query';
import { PeopleToFollow } from '#features/drops/suggestions/people-to-follow.tsx';
import { TagsToFollow } from '#features/drops/suggestions/tags-to-follow.tsx';
import { suggestedPeopleOptions } from '#features/people/suggested-queries.ts';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useClient } from '#lib/app.ts';

interface FollowStepProps {
  /** False where the column beside the feed has them. */
  withPeople: boolean;
  onFollowed: () => void;
}

/** People and hashtags to listen to and to follow. */
export function FollowStep({ withPeople, onFollowed }: FollowStepProps) {
  const client = useClient();
  const { data: people } = useQuery(suggestedPeopleOptions(client));
  const { data: topics } = useQuery(trendingTopicsOptions(client));
  const hasTags = Boolean(topics?.length);
  const hasPeople = Boolean(people?.length);
  return (
    <>
      <p className="mb-4 text-ink-soft">
        {people && topics && !hasPeople && !hasTags
          ? 'There is no one to suggest yet. Once others have posted, you find them here and in Explore.'
          : withPeople || !hasPeople
            ? 'Listen first, then follow. Their drops are in the tab Following.'
            : 'Listen first, then follow. Their drops are in the tab Following. People to follow are beside the feed.'}
      </p>
      <div className="grid gap-4 *:bg-paper md:grid-cols-2 xl:grid-cols-1">
        {withPeople && <PeopleToFollow onFollowed={onFollowed} />}
        <TagsToFollow onFollowed={onFollowed} />
      </div>
    </>
  );
}
