import { queryOptions } from '@tanstack/react-query';
import { AVATAR_URL_FRESH_SECONDS, AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import { inBatches } from '#lib/in-batches.ts';

/** The two ends of somebody's follows: who follows them, and whom they follow. */
export type FollowSide = 'followers' | 'following';

export const peopleKeys = {
  all: ['people'] as const,
  /** Above every query, of whatever feature, whose answer depends on who is who and who blocks whom. */
  shown: () => [...peopleKeys.all, 'shown'] as const,
  avatarUrl: (path: string) => [...peopleKeys.all, 'avatar-url', path] as const,
  /** Above every cached profile: what happens between people is told to all of them. */
  profiles: () => [...peopleKeys.shown(), 'profile'] as const,
  /** One's own profile. */
  profile: (userId: string) => [...peopleKeys.profiles(), userId] as const,
  /** Somebody's profile as a viewer, or a visitor, may see it. */
  profileOf: (handle: string, viewerId: string | undefined) =>
    [...peopleKeys.profiles(), 'handle', handle, viewerId ?? null] as const,
  /** Above every list of people that one scrolls through. */
  lists: () => [...peopleKeys.shown(), 'list'] as const,
  /** Above the lists of someone's followers as different viewers see them. */
  followers: (userId: string) => [...peopleKeys.lists(), 'followers', userId] as const,
  followsOf: (userId: string, side: FollowSide, viewerId: string | undefined) =>
    [...peopleKeys.lists(), side, userId, viewerId ?? null] as const,
  /** What somebody has replied to others' drops. */
  repliesOf: (userId: string) => [...peopleKeys.shown(), 'replies', userId] as const,
  suggested: () => [...peopleKeys.shown(), 'suggested'] as const,
  /** Above the lists of whom someone has blocked. */
  blocked: () => [...peopleKeys.shown(), 'blocked'] as const,
  blockedBy: (userId: string) => [...peopleKeys.blocked(), userId] as const,
  today: () => [...peopleKeys.all, 'today'] as const,
  /** Follows of somebody that are being written. */
  follow: (userId: string) => [...peopleKeys.all, 'follow', userId] as const,
  removeFollower: (userId: string) => [...peopleKeys.all, 'remove-follower', userId] as const,
};

const signAvatar = inBatches((paths) => signObjects(paths, AVATAR_URL_SECONDS));

/**
 * A URL under which an `<img>` can load an avatar, or null when it is gone. All
 * avatars that a page shows are asked for in one request.
 *
 * @param path in the bucket
 */
export function avatarUrlOptions(path: string) {
  const freshFor = AVATAR_URL_FRESH_SECONDS * 1000;
  return queryOptions({
    queryKey: peopleKeys.avatarUrl(path),
    queryFn: () => signAvatar(path),
    staleTime: freshFor,
    gcTime: freshFor,
  });
}
