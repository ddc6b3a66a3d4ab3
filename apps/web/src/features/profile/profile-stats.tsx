import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/count';
import { dropCountOptions } from '#features/drops/queries.ts';
import { Skeleton } from '#ui/skeleton.tsx';

interface ProfileStatsProps {
  userId: string;
  /** Undefined while they are not known. */
  numbers: { followers: number; following: number; likes: number } | undefined;
  /** Whether unknown numbers are still to come. */
  pending: boolean;
}

/** The numbers of a profile: the drops that the viewer may hear, followers, followed people and likes. */
export function ProfileStats({ userId, numbers, pending }: ProfileStatsProps) {
  const { data: drops, isPending } = useQuery(dropCountOptions(userId));
  return (
    <dl className="mb-9 grid grid-cols-4 divide-x divide-line rounded-xl border border-line bg-paper-raised py-5">
      <Stat label="Drops" count={drops} pending={isPending} />
      <Stat label="Followers" count={numbers?.followers} pending={pending} />
      <Stat label="Following" count={numbers?.following} pending={pending} />
      <Stat label="Likes" count={numbers?.likes} pending={pending} />
    </dl>
  );
}

interface StatProps {
  label: string;
  count: number | undefined;
  pending: boolean;
}

function Stat({ label, count, pending }: StatProps) {
  return (
    <div className="flex flex-col-reverse items-center px-1 text-center">
      <dt className="text-xs text-ink-soft sm:text-sm">{label}</dt>
      <dd className="font-display text-2xl tabular-nums sm:text-3xl">
        {count === undefined && pending && <Skeleton className="my-1 h-6 w-8" />}
        {count === undefined && !pending && '–'}
        {count !== undefined && countLabel(count)}
      </dd>
    </div>
  );
}
