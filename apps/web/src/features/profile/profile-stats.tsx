import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/count';
import { dropCountOptions } from '#features/drops/queries.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { profileOptions } from './queries.ts';

/** The numbers of a profile: its drops, followers and followed people, and the likes of its drops. */
export function ProfileStats({ userId }: { userId: string }) {
  const { data: drops } = useQuery(dropCountOptions(userId));
  const { data: profile } = useQuery(profileOptions(userId));
  return (
    <dl className="mb-9 grid grid-cols-4 divide-x divide-line rounded-xl border border-line bg-paper-raised py-5">
      <Stat label="Drops" count={drops} />
      <Stat label="Followers" count={profile?.counts?.followers} />
      <Stat label="Following" count={profile?.counts?.following} />
      <Stat label="Likes" count={profile?.counts?.likes} />
    </dl>
  );
}

function Stat({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="flex flex-col-reverse items-center px-1 text-center">
      <dt className="text-xs text-ink-soft sm:text-sm">{label}</dt>
      <dd className="font-display text-2xl tabular-nums sm:text-3xl">
        {count === undefined ? <Skeleton className="my-1 h-6 w-8" /> : countLabel(count)}
      </dd>
    </div>
  );
}
