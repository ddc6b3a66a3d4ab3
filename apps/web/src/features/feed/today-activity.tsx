import { queryOptions, useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { peopleKeys } from '#features/people/queries.ts';
import { useClient } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TitledCard } from '#ui/titled-card.tsx';

interface TodayStats {
  /** Public drops since midnight in the viewer's time zone. */
  newDrops: number;
  /** Plays of all drops since the beginning. */
  totalPlays: number;
}

function todayStatsOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'today'] as const,
    queryFn: async ({ signal }): Promise<TodayStats> => {
      const { data } = await client
        .rpc('today_stats', { local_midnight: localMidnight(new Date()).toISOString() })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return { newDrops: data.new_drops, totalPlays: data.total_plays };
    },
    refetchOnWindowFocus: true,
  });
}

/** The midnight before a moment, in the time zone of this device. */
function localMidnight(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

/** Today's number of new drops, and the total number of plays. */
export function TodayActivity() {
  const stats = useQuery(todayStatsOptions(useClient()));

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
