import { SuggestedPeople } from './suggested-people.tsx';
import { TodayActivity } from './today-activity.tsx';

/** The column beside the feed. */
export default function FeedSidebarContent() {
  return (
    <aside aria-label="Around you" className="sticky top-24 space-y-5 self-start">
      <SuggestedPeople />
      <TodayActivity />
    </aside>
  );
}
