import { PeopleToFollow } from '#features/drops/suggestions/people-to-follow.tsx';
import { useFinishStep } from '#features/first-steps/use-finish-step.ts';
import { useSession } from '#features/session/session-context.ts';
import { YourTags } from '#features/tags/your-tags.tsx';
import { TodayActivity } from './today-activity.tsx';

/** The column beside the feed on extra-large screens: suggested people, hashtags and today's activity. */
export default function FeedSidebar() {
  const { finish } = useFinishStep(useSession().user?.id ?? '');
  return (
    <aside aria-label="Around you" className="sticky top-24 space-y-5 self-start">
      <PeopleToFollow isOptional={false} onFollowed={() => finish('follow')} />
      <YourTags />
      <TodayActivity />
    </aside>
  );
}
