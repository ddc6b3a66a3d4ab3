import { queryOptions } from '@tanstack/react-query';
import { signObjects } from '#features/player/queries.ts';
import { inBatches } from '#lib/in-batches.ts';
import { supabase } from '#lib/supabase.ts';

export const peopleKeys = {
  all: ['people'] as const,
  avatarUrl: (path: string) => [...peopleKeys.all, 'avatar-url', path] as const,
  /** Above every cached profile: what happens between people is told to all of them. */
  profiles: () => [...peopleKeys.all, 'profile'] as const,
  /** One's own profile. */
  profile: (userId: string) => [...peopleKeys.profiles(), userId] as const,
  /** Somebody's profile as a viewer, or a visitor, may see it. */
  profileOf: (handle: string, viewerId: string | undefined) =>
    [...peopleKeys.profiles(), 'handle', handle, viewerId ?? null] as const,
  suggested: () => [...peopleKeys.all, 'suggested'] as const,
  today: () => [...peopleKeys.all, 'today'] as const,
  /** Follows of somebody that are being written. */
  follow: (userId: string) => [...peopleKeys.all, 'follow', userId] as const,
};

/**
 * How long a signed URL of an avatar works, in seconds. Avatars are for everyone,
 * so it only matters that a page which stays open goes on showing them.
 */
const AVATAR_URL_SECONDS = 24 * 60 * 60;

/** A URL is renewed this long before it expires, in seconds. */
const RENEW_BEFORE_SECONDS = 60 * 60;

const signAvatar = inBatches((paths) => signObjects(paths, AVATAR_URL_SECONDS));

/**
 * A URL under which an `<img>` can load an avatar, or null when it is gone. All
 * avatars that a page shows are asked for in one request.
 *
 * @param path in the bucket
 */
export function avatarUrlOptions(path: string) {
  const freshFor = (AVATAR_URL_SECONDS - RENEW_BEFORE_SECONDS) * 1000;
  return queryOptions({
    queryKey: peopleKeys.avatarUrl(path),
    queryFn: () => signAvatar(path),
    staleTime: freshFor,
    gcTime: freshFor,
  });
}

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
export function suggestedPeopleOptions() {
  return queryOptions({
    queryKey: peopleKeys.suggested(),
    queryFn: async ({ signal }): Promise<SuggestedPerson[]> => {
      const { data } = await supabase.rpc('suggested_people').abortSignal(signal).throwOnError();
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

/** What goes on today. */
export interface TodayStats {
  /** Public drops since midnight where the viewer is. */
  newDrops: number;
  /** Plays of all drops ever. */
  totalPlays: number;
}

export function todayStatsOptions() {
  return queryOptions({
    queryKey: peopleKeys.today(),
    queryFn: async ({ signal }): Promise<TodayStats> => {
      const { data } = await supabase
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
