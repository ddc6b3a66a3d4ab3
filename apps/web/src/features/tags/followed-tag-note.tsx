import { useMatchRoute } from '@tanstack/react-router';
import { Dot } from '#ui/dot.tsx';
import { useFollowedTags } from './tag-queries.ts';

interface FollowedTagNoteProps {
  /** Of a drop, without the #. */
  hashtags: readonly string[];
}

/** In the feed: the first of a drop's hashtags that the viewer follows, which is why the drop is there. */
export function FollowedTagNote({ hashtags }: FollowedTagNoteProps) {
  const isFeed = useMatchRoute()({ to: '/app' }) !== false;
  return isFeed && hashtags.length > 0 ? <Note hashtags={hashtags} /> : null;
}

function Note({ hashtags }: FollowedTagNoteProps) {
  const followed = useFollowedTags();
  const tag = hashtags.find((one) => followed?.includes(one));
  if (tag === undefined) return null;
  return (
    <>
      <Dot />
      <span className="truncate">You follow #{tag}</span>
    </>
  );
}
