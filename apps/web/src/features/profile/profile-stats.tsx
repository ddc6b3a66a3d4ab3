import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useState } from 'react';
import { dropCountOptions } from '#features/drops/person-queries.ts';
import type { Profile } from '#features/people/profile.ts';
import type { FollowSide } from '#features/people/queries.ts';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { profileOptions } from './queries.ts';
import { useClient } from '#lib/app.ts';

const FollowListDialog = lazyPopup(() => import('./follow-list-dialog.tsx'));

interface ProfileStatsProps {
  userId: string;
  /** Undefined while unknown. */
  counts: Profile['counts'];
  /** Whether unknown counts are still loading. */
  pending: boolean;
}

/**
 * The counts of a profile: the drops that the viewer may play, followers, followed people and
 * likes. The counts of people open the lists of those people.
 */
export function ProfileStats({ userId, counts, pending }: ProfileStatsProps) {
  const { data: drops, isPending } = useQuery(dropCountOptions(useClient(), userId));
  const [side, setSide] = useState<FollowSide>('followers');
  const [open, setOpen] = useState(false);

  const show = (chosen: FollowSide) => () => {
    setSide(chosen);
    setOpen(true);
  };

  return (
    <>
      <dl className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] overflow-hidden rounded-xl border border-line bg-paper-raised sm:mb-9">
        <Stat label="Drops" count={drops} pending={isPending} />
        <Stat
          label="Followers"
          count={counts?.followers}
          pending={pending}
          onOpen={show('followers')}
        />
        <Stat
          label="Following"
          count={counts?.following}
          pending={pending}
          onOpen={show('following')}
        />
        <Stat label="Likes" count={counts?.likes} pending={pending} />
      </dl>
      <FollowListDialog open={open} onOpenChange={setOpen} userId={userId} side={side} />
    </>
  );
}

/** The counts of the user's own profile. */
export function OwnProfileStats({ userId }: { userId: string }) {
  const { data: profile, isPending } = useQuery(profileOptions(useClient(), userId));
  return <ProfileStats userId={userId} counts={profile?.counts} pending={isPending} />;
}

interface StatProps {
  label: string;
  count: number | undefined;
  pending: boolean;
  /** Opens the list of the counted people. */
  onOpen?: () => void;
}

function Stat({ label, count, pending, onOpen }: StatProps) {
  return (
    // The borders at the start of a row and above the first one are clipped.
    <div className="relative -mt-px -ml-px flex flex-col-reverse items-center border-t border-l border-line px-1 py-2.5 text-center sm:py-5">
      <dt className="text-xs text-ink-soft sm:text-sm">{label}</dt>
      <dd className="font-display text-2xl tabular-nums sm:text-3xl">
        {count === undefined && pending && <Skeleton className="my-1 h-6 w-8" />}
        {count === undefined && !pending && '–'}
        {count !== undefined && !onOpen && countLabel(count)}
        {count !== undefined && onOpen && (
          <button
            type="button"
            aria-label={`${label}: ${countLabel(count)}`}
            onClick={onOpen}
            // Extends the clickable area to the whole field.
            className="after:absolute after:inset-0 after:transition-colors hover:after:bg-ink/5 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-4 focus-visible:after:outline-ink"
          >
            {countLabel(count)}
          </button>
        )}
      </dd>
    </div>
  );
}
