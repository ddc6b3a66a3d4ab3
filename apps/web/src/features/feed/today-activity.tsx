import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useClient } from '#lib/app.ts';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { todayStatsOptions } from './sidebar-queries.ts';

/** Today's number of new drops, and the total number of plays. */
export function TodayActivity() {
  const client = useClient();
  const stats = useQuery(todayStatsOptions(client));

  return (
    <TitledCard title="Today's activity">
      {stats.isLoadingError ? (
        <ListProblem compact query={stats} failure="Failed to load activity" />
      ) : (
        <dl className="grid grid-cols-2 gap-4" aria-busy={stats.isPending}>
          <TodayNumber label="New drops" count={stats.data?.newDrops} />
          <TodayNumber label="Total plays" count={stats.data?.totalPlays} />
        </dl>
      )}
    </TitledCard>
  );
}

function TodayNumber({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-2xl tabular-nums">
        {count === undefined ? <Skeleton className="my-1 h-6 w-10" /> : countLabel(count)}
      </dd>
    </div>
  );
}
