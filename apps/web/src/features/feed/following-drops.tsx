import { useInfiniteQuery } from '@tanstack/react-query';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { followingDropsOptions } from '#features/drops/following-queries.ts';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { useSession } from '#features/session/session-context.ts';
import { useFollowedTags } from '#features/tags/tag-queries.ts';
import { useClient } from '#lib/app.ts';
import { NothingFollowed } from './nothing-followed.tsx';

/** How many skeleton cards are shown while the first page loads. */
const SKELETONS = 3;

/** The drops of the people and hashtags that the viewer follows, newest first and live. */
export default function FollowingDrops() {
  const client = useClient();
  const { user } = useSession();
  const list = useInfiniteQuery(followingDropsOptions(client, user?.id ?? ''));
  // Decides which arriving drops belong here.
  useFollowedTags();
  return (
    <DropList
      list={list}
      source="following"
      loading={<DropSkeletons count={SKELETONS} />}
      empty={<NothingFollowed />}
    />
  );
}
