import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import { patchPages } from '#lib/patch-pages.ts';
import type { Profile } from './profile.ts';
import { peopleKeys } from './queries.ts';
import type { SuggestedPerson } from './suggested-queries.ts';
import { invalidateFollows } from './invalidate-people.ts';

/**
 * Follows or unfollows somebody. Every cached copy is updated at once and reverted on failure;
 * dependent data, such as the viewer's own counts, is refetched.
 */
export function followOptions(
  { client, queryClient, edits }: App,
  viewerId: string,
  userId: string,
) {
  return mutationOptions({
    mutationKey: peopleKeys.follow(userId),
    mutationFn: (on: boolean) =>
      edits.change(`follow ${userId}`, {
        from: !on,
        to: on,
        show: (wanted) => showFollow(queryClient, userId, wanted),
        write: (wanted) => {
          const follow = { follower_id: viewerId, following_id: userId };
          const follows = client.from('follows');
          return ensureWritten(wanted ? follows.insert(follow) : follows.delete().match(follow));
        },
      }),
    onSuccess: () => invalidateFollows(queryClient),
  });
}

/** Removes a follower, who may follow again. */
export function removeFollowerOptions(
  { client, queryClient, edits }: App,
  viewerId: string,
  followerId: string,
) {
  return mutationOptions({
    mutationKey: peopleKeys.removeFollower(followerId),
    mutationFn: async () => {
      const follow = { follower_id: followerId, following_id: viewerId };
      await client.from('follows').delete().match(follow).throwOnError();
    },
    onSuccess: () => {
      edits.show(`remove follower ${followerId}`, () =>
        patchPages<ListedFollow>(queryClient, peopleKeys.followers(viewerId), (people) =>
          people.filter(({ userId }) => userId !== followerId),
        ),
      );
      invalidateFollows(queryClient);
    },
  });
}

/** The fields that every cached list of people has. */
interface ListedFollow {
  userId: string;
  isFollowed: boolean;
}

/** Updates every cached copy of a person: whether the viewer follows them, and their follower count. */
function showFollow(queryClient: QueryClient, userId: string, on: boolean): void {
  const change = on ? 1 : -1;
  queryClient.setQueriesData<Profile | null>({ queryKey: peopleKeys.profiles() }, (profile) => {
    if (profile?.userId !== userId || profile.isFollowed === on) return profile;
    const { counts } = profile;
    return {
      ...profile,
      isFollowed: on,
      counts: counts && { ...counts, followers: counts.followers + change },
    };
  });
  queryClient.setQueryData<SuggestedPerson[]>(peopleKeys.suggested(), (people) =>
    people?.map((person) =>
      person.userId === userId && person.isFollowed !== on
        ? { ...person, isFollowed: on, followerCount: person.followerCount + change }
        : person,
    ),
  );
  patchPages<ListedFollow>(queryClient, peopleKeys.lists(), (people) =>
    people.map((person) => (person.userId === userId ? { ...person, isFollowed: on } : person)),
  );
}
