import { useQueryClient } from '@tanstack/react-query';
import { invalidateDropsBy } from '#features/drops/invalidate-drops.ts';
import { SuggestedPeople } from '#features/people/suggested-people.tsx';
import { YourTags } from '#features/tags/your-tags.tsx';
import { TodayActivity } from './today-activity.tsx';

/** The column beside the feed on extra-large screens: suggested people, hashtags and today's activity. */
export default function FeedSidebar() {
  const queryClient = useQueryClient();
  return (
    <aside aria-label="Around you" className="sticky top-24 space-y-5 self-start">
      <SuggestedPeople onFollowed={(userId) => invalidateDropsBy(queryClient, userId)} />
      <YourTags />
      <TodayActivity />
    </aside>
  );
}
