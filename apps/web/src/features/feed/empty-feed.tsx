import { Link } from '@tanstack/react-router';
import FirstDrop from '#features/drops/prompt/first-drop.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { NO_SIDEBAR } from './feed-tab.ts';

/** The messages of ranked tabs without drops: that there is none, and which drops will be shown there. */
const unranked = {
  trending: [
    'No trending voice drops yet. Be the first to create viral content!',
    'What people hear to the end, like and answer right now will be here, of the last two days.',
  ],
  hot: [
    'No hot voice drops yet. Share something amazing!',
    'What people hear to the end, like and answer will be here.',
  ],
} as const;

/** Shown in place of a tab of the feed without drops. */
export default function EmptyFeed({ tab }: { tab: 'recent' | keyof typeof unranked }) {
  if (tab === 'recent') return <EmptyRecent />;
  const [title, description] = unranked[tab];
  return (
    <EmptyState
      title={title}
      description={description}
      action={
        <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
          Explore Drops
        </Link>
      }
    />
  );
}

const NO_DROPS = 'No voice drops yet. Be the first to share!';

function EmptyRecent() {
  const { user } = useSession();
  const isNarrower = useMediaQuery(NO_SIDEBAR);
  if (!user) return <EmptyState title={NO_DROPS} />;
  // On wide screens the people to follow are in the column beside the feed.
  return (
    <FirstDrop title={NO_DROPS} recordLabel="Record Your First Drop" withPeople={isNarrower} />
  );
}
