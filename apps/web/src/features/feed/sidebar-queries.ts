import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { peopleKeys } from '#features/people/queries.ts';

interface TodayStats {
  /** Public drops since midnight in the viewer's time zone. */
  newDrops: number;
  /** Plays of all drops since the beginning. */
  totalPlays: number;
}

export function todayStatsOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: peopleKeys.today(),
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
