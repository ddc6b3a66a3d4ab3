import { queryOptions } from '@tanstack/react-query';
import { AVATAR_URL_FRESH_SECONDS, AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';
import { batchReads } from '#lib/batch-reads.ts';
import { perClient } from '#lib/per-client.ts';

/** The two lists of a person's follows. */
export type FollowSide = 'followers' | 'following';

export const peopleKeys = {
  all: ['people'] as const,
  /** Prefix of every query, in any feature, whose data depends on people's names or on blocks. */
  shown: () => [...peopleKeys.all, 'shown'] as const,
  avatarUrl: (path: string) => [...peopleKeys.all, 'avatar-url', path] as const,
  /** Prefix of every cached profile. */
  profiles: () => [...peopleKeys.shown(), 'profile'] as const,
  /** The viewer's own profile. */
  profile: (userId: string) => [...peopleKeys.profiles(), userId] as const,
  /** A person's profile as this viewer, or a visitor, may see it. */
  profileOf: (handle: string, viewerId: string | undefined) =>
    [...peopleKeys.profiles(), 'handle', handle, viewerId ?? null] as const,
  /** Prefix of the infinite lists of people. */
  lists: () => [...peopleKeys.shown(), 'list'] as const,
  /** Prefix of the lists of a person's followers, one per viewer. */
  followers: (userId: string) => [...peopleKeys.lists(), 'followers', userId] as const,
  followsOf: (userId: string, side: FollowSide, viewerId: string | undefined) =>
    [...peopleKeys.lists(), side, userId, viewerId ?? null] as const,
  /** A person's comments and replies. */
  repliesOf: (userId: string) => [...peopleKeys.shown(), 'replies', userId] as const,
  suggested: () => [...peopleKeys.shown(), 'suggested'] as const,
  /** Prefix of the requests to follow an account, and of their number. */
  requests: () => [...peopleKeys.shown(), 'requests'] as const,
  requestsTo: (userId: string) => [...peopleKeys.requests(), 'list', userId] as const,
  requestCount: (userId: string) => [...peopleKeys.requests(), 'count', userId] as const,
  /** Prefix of the lists of blocked people, one per viewer. */
  blocked: () => [...peopleKeys.shown(), 'blocked'] as const,
  blockedBy: (userId: string) => [...peopleKeys.blocked(), userId] as const,
  /** Mutation key of following and unfollowing a person. */
  follow: (userId: string) => [...peopleKeys.all, 'follow', userId] as const,
  /** Mutation key of blocking a person. */
  block: (userId: string) => [...peopleKeys.all, 'block', userId] as const,
};

const avatarSigner = perClient((client) =>
  batchReads((paths) => signObjects(client, paths, AVATAR_URL_SECONDS)),
);

/**
 * A signed URL under which an `<img>` can load an avatar, or null when the avatar no longer exists.
 * All avatars of a page are signed in one request.
 *
 * @param path of the avatar in the bucket
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
