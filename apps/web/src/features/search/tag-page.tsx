import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { mutesOptions } from '#features/people/mute-queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { FollowTagButton } from '#features/tags/follow-tag-button.tsx';
import { TagLink } from '#features/tags/tag-link.tsx';
import { relatedTagsOptions, tagCountOptions } from '#features/tags/tag-queries.ts';
import { useClient } from '#lib/app.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import { hottestTaggedOptions, newestTaggedOptions } from './queries.ts';
import type { TagOrder } from './tag-search.ts';

const TagFeedButton = lazyPart(() => import('#features/podcast/tag-feed-button.tsx'), {
  preload: 'idle',
});

const MuteTagButton = lazyPart(() => import('./mute-tag-button.tsx'));

const SKELETONS = 3;

const orders: readonly Segment<TagOrder>[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'hottest', label: 'Hottest' },
];

interface TagPageProps {
  /** Without the #. */
  tag: string;
  order: TagOrder;
  onOrder: (order: TagOrder) => void;
}

/** The heading of a hashtag's page: how many drops it has, and the button to follow it. */
export function TagHeader({ tag }: { tag: string }) {
  const { data: count } = useQuery(tagCountOptions(useClient(), tag));
  const { user } = useSession();
  return (
    <header className="mb-6 flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 dir="auto" className="text-3xl wrap-anywhere sm:text-4xl">
          #{tag}
        </h1>
        <p className="mt-2 min-h-6 text-ink-soft">
          {count !== undefined &&
            count > 0 &&
            (count === 1 ? '1 public voice drop' : `${countLabel(count)} public voice drops`)}
        </p>
      </div>
      {user && (
        <div className="flex flex-wrap gap-2">
          <FollowTagButton key={tag} tag={tag} userId={user.id} />
          <MuteTagButton tag={tag} userId={user.id} />
        </div>
      )}
    </header>
  );
}

/** The drops with a hashtag, and the hashtags that stand beside it. */
export function TaggedDrops({ tag, order, onOrder }: TagPageProps) {
  return (
    <>
      <RelatedTags tag={tag} />
      {/* In a row that is there before it, the feed moves nothing when it comes. */}
      <div className="flex min-h-11 items-center justify-between gap-2">
        <SegmentedControl
          label="Order"
          hideLabel
          segments={orders}
          value={order}
          onChange={onOrder}
        />
        <TagFeedButton tag={tag} />
      </div>
      {/* A margin would collapse with that of the list's head, which arrives later. */}
      <div className="pt-6">
        {order === 'newest' ? <NewestDrops tag={tag} /> : <HottestDrops tag={tag} />}
      </div>
    </>
  );
}

function RelatedTags({ tag }: { tag: string }) {
  const related = useQuery(relatedTagsOptions(useClient(), tag));
  // Keeps the place of a row, so that the drops below do not move when it comes.
  if (related.isPending) return <div className="mb-5 h-11" />;
  if (!related.data || related.data.length === 0) return null;
  return (
    <nav aria-label="Related tags" className="mb-5">
      <ul className="flex [scrollbar-width:none] gap-2 p-0.5 max-sm:overflow-x-auto sm:flex-wrap">
        {related.data.map((one) => (
          <li key={one} className="shrink-0">
            <TagLink tag={one} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Reads the drops once it is known whether the viewer is a member. */
function NewestDrops({ tag }: { tag: string }) {
  const { status, user } = useSession();
  const list = useInfiniteQuery({
    ...newestTaggedOptions(useClient(), tag, user !== undefined),
    enabled: status !== 'loading',
  });
  return <TaggedList tag={tag} list={list} source={`tag newest ${tag}`} />;
}

function HottestDrops({ tag }: { tag: string }) {
  const list = useInfiniteQuery(hottestTaggedOptions(useClient(), tag));
  return (
    <RankedListContext value="hot">
      <TaggedList tag={tag} list={list} source={`tag hottest ${tag}`} />
    </RankedListContext>
  );
}

interface TaggedListProps extends Pick<Parameters<typeof DropList>[0], 'list' | 'source'> {
  tag: string;
}

function TaggedList({ tag, list, source }: TaggedListProps) {
  const client = useClient();
  const { user } = useSession();
  const { data: mutes } = useQuery({
    ...mutesOptions(client, user?.id ?? ''),
    enabled: user !== undefined,
  });
  const isMuted = mutes?.some(({ kind, subject }) => kind === 'hashtag' && subject === tag);
  return (
    <DropList
      list={list}
      source={source}
      loading={<DropSkeletons count={SKELETONS} />}
      empty={
        isMuted === true ? (
          <EmptyState title={`You muted #${tag}`} description="Unmute it to see its voice drops." />
        ) : (
          <EmptyState
            title="No Voice Drops Yet"
            description={`Write #${tag} in the description of a voice drop, and it turns up here.`}
          />
        )
      }
    />
  );
}
