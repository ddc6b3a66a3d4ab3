import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Person } from '#features/people/person.ts';
import { peopleKeys } from '#features/people/queries.ts';

/** A person suggested to the viewer for following. */
export interface SuggestedPerson extends Person {
  username: string;
  followerCount: number;
  /** True from when the viewer presses Follow until the suggestions are refetched. */
  isFollowed: boolean;
}

/** At most three people to follow. Only for signed-in viewers. */
export function suggestedPeopleOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: peopleKeys.suggested(),
    queryFn: async ({ signal }): Promise<SuggestedPerson[]> => {
      const { data } = await client.rpc('suggested_people').abortSignal(signal).throwOnError();
      return data.map((row) => ({
        userId: row.user_id,
        username: row.username,
        avatarUrl: row.avatar_url ?? undefined,
        followerCount: row.follower_count,
        isFollowed: false,
      }));
    },
    staleTime: 5 * 60_000,
  });
}

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
