import { useMatchRoute } from '@tanstack/react-router';
import { useSession } from '#features/session/session-context.ts';
import { useFollowedTags } from './tag-queries.ts';

interface NotedDrop {
  author: { userId: string };
  /** Without the #. */
  hashtags: readonly string[];
}

/** On another person's drop in the feed: the first of its hashtags that the viewer follows, which is why the drop is there. */
export default function FollowedTagNote({ drop }: { drop: NotedDrop }) {
  const isFeed = useMatchRoute()({ to: '/app' }) !== false;
  const { user } = useSession();
  if (!isFeed || !user || drop.author.userId === user.id) return null;
  return <Note hashtags={drop.hashtags} />;
}

function Note({ hashtags }: Pick<NotedDrop, 'hashtags'>) {
  const followed = useFollowedTags();
  const tag = hashtags.find((one) => followed?.includes(one));
  if (tag === undefined) return null;
  return (
    <>
      <span aria-hidden="true">·</span>
      <span className="truncate">You follow #{tag}</span>
    </>
  );
}
