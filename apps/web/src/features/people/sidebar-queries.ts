import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import { peopleKeys } from './queries.ts';

/** Somebody whom one might follow. */
export interface SuggestedPerson {
  userId: string;
  username: string;
  avatarUrl: string | undefined;
  followerCount: number;
  /** False when suggested; true from when one presses Follow until another takes their place. */
  isFollowed: boolean;
}

/** Whom one might follow; three at most. Only for those who are signed in. */
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

/** Today's activity. */
export interface TodayStats {
  /** Public drops since midnight where the viewer is. */
  newDrops: number;
  /** Plays of all drops ever. */
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

/** The beginning of the day that a moment falls into, in the time zone of this device. */
function localMidnight(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
