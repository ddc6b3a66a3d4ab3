import { SuggestedPeople } from './suggested-people.tsx';
import { TodayActivity } from './today-activity.tsx';

export interface FeedSidebarContentProps {
  /** Called after the viewer has followed or unfollowed somebody. */
  onFollowChanged: (userId: string) => void;
}

/** The column beside the feed. */
export default function FeedSidebarContent({ onFollowChanged }: FeedSidebarContentProps) {
  return (
    <aside aria-label="Around you" className="sticky top-24 space-y-5 self-start">
      <SuggestedPeople onFollowChanged={onFollowChanged} />
      <TodayActivity />
    </aside>
  );
}
