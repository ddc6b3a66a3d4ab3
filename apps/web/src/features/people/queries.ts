import { queryOptions } from '@tanstack/react-query';
import { AVATAR_URL_FRESH_SECONDS, AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { inBatches } from '#lib/in-batches.ts';
import { perClient } from '#lib/per-client.ts';

/** The two ends of somebody's follows: who follows them, and whom they follow. */
export type FollowSide = 'followers' | 'following';

export const peopleKeys = {
  all: ['people'] as const,
  /** Prefix of every query, of whatever feature, that shows people: their names, or only those who are not blocked. */
  shown: () => [...peopleKeys.all, 'shown'] as const,
  avatarUrl: (path: string) => [...peopleKeys.all, 'avatar-url', path] as const,
  /** Prefix of every cached profile. */
  profiles: () => [...peopleKeys.shown(), 'profile'] as const,
  /** One's own profile. */
  profile: (userId: string) => [...peopleKeys.profiles(), userId] as const,
  /** Somebody's profile as a viewer, or a visitor, may see it. */
  profileOf: (handle: string, viewerId: string | undefined) =>
    [...peopleKeys.profiles(), 'handle', handle, viewerId ?? null] as const,
  /** Prefix of the lists of people that fetch more on scrolling. */
  lists: () => [...peopleKeys.shown(), 'list'] as const,
  /** Prefix of the lists of someone's followers as different viewers see them. */
  followers: (userId: string) => [...peopleKeys.lists(), 'followers', userId] as const,
  followsOf: (userId: string, side: FollowSide, viewerId: string | undefined) =>
    [...peopleKeys.lists(), side, userId, viewerId ?? null] as const,
  /** What somebody has replied to others' drops. */
  repliesOf: (userId: string) => [...peopleKeys.shown(), 'replies', userId] as const,
  suggested: () => [...peopleKeys.shown(), 'suggested'] as const,
  /** Prefix of the lists of people whom someone has blocked. */
  blocked: () => [...peopleKeys.shown(), 'blocked'] as const,
  blockedBy: (userId: string) => [...peopleKeys.blocked(), userId] as const,
  today: () => [...peopleKeys.all, 'today'] as const,
  /** Follows of somebody that are being written. */
  follow: (userId: string) => [...peopleKeys.all, 'follow', userId] as const,
  removeFollower: (userId: string) => [...peopleKeys.all, 'remove-follower', userId] as const,
};

const avatarSigner = perClient((client) =>
  inBatches((paths) => signObjects(client, paths, AVATAR_URL_SECONDS)),
);

/**
 * A URL under which an `<img>` can load an avatar, or null when it is gone. All
 * avatars that a page shows are asked for in one request.
 *
 * @param path in the bucket
 */
export function avatarUrlOptions(client: SupabaseClient, path: string) {
  const freshFor = AVATAR_URL_FRESH_SECONDS * 1000;
  return queryOptions({
    queryKey: peopleKeys.avatarUrl(path),
    queryFn: () => avatarSigner(client)(path),
    staleTime: freshFor,
    gcTime: freshFor,
  });
}
