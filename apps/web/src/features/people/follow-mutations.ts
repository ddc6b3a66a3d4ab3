import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import { patchPages } from '#lib/patch-pages.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Following } from './following.ts';
import type { Profile } from './profile.ts';
import { peopleKeys } from './queries.ts';
import type { SuggestedPerson } from './suggested-queries.ts';
import { invalidateFollows } from './invalidate-people.ts';

/** Not needed for the first screen, and kept by the service worker. If its first fetch fails, it is fetched once more. */
const loadQueue = () => import('#lib/queued-changes.ts');

/** The person of a follow button. */
export interface FollowablePerson {
  userId: string;
  isPrivate: boolean;
  following: Following;
}

/**
 * Follows somebody, asks a private account for it, or ends either. Every cached copy is updated at once and
 * reverted on failure; dependent data, such as the viewer's own counts, is refetched. Without a network the change
 * is queued. The mutation's data is what was written, which is a request if the account is private by now.
 */
export function followOptions(
  { client, queryClient, edits }: App,
  viewerId: string,
  { userId, following }: FollowablePerson,
) {
  return mutationOptions({
    mutationKey: peopleKeys.follow(userId),
    mutationFn: async (to: Following): Promise<Following | 'queued'> => {
      let written: Following | 'queued' = to;
      await edits.change(`follow ${userId}`, {
        from: following,
        to,
        show: (wanted) => showFollow(queryClient, userId, wanted),
        write: async (wanted) => {
          const { writeOrQueue } = await loadQueue().catch(loadQueue);
          const change = { kind: 'follow', targetId: userId, wanted } as const;
          const isQueued = await writeOrQueue(client, change, async () => {
            if (wanted === 'none') await endFollow(client, viewerId, userId, following);
            else written = await follow(client, viewerId, userId);
          });
          if (isQueued) written = 'queued';
        },
      });
      return written;
    },
    onSuccess: (written) => {
      if (written !== 'queued') invalidateFollows(queryClient);
    },
  });
}

/**
 * Writes a follow or, since the database makes a request of a follow of a private account, a request.
 *
 * @returns which of them
 */
async function follow(
  client: SupabaseClient,
  viewerId: string,
  userId: string,
): Promise<'followed' | 'requested'> {
  const response = await client
    .from('follows')
    .insert({ follower_id: viewerId, following_id: userId })
    .select('following_id');
  await ensureWritten(Promise.resolve(response));
  return response.data?.length === 0 ? 'requested' : 'followed';
}

async function endFollow(
  client: SupabaseClient,
  viewerId: string,
  userId: string,
  following: Following,
): Promise<void> {
  const row = { follower_id: viewerId, following_id: userId };
  const request = { requester_id: viewerId, account_id: userId };
  await ensureWritten(
    following === 'followed'
      ? client.from('follows').delete().match(row)
      : client.from('follow_requests').delete().match(request),
  );
}

/** Writes a queued follow, or ends what there is: a follow, or a request for it. */
export async function writeQueuedFollow(
  client: SupabaseClient,
  viewerId: string,
  userId: string,
  isWanted: boolean,
): Promise<void> {
  if (isWanted) {
    await follow(client, viewerId, userId);
  } else {
    await endFollow(client, viewerId, userId, 'followed');
    await endFollow(client, viewerId, userId, 'requested');
  }
}

/** Removes a follower, who may follow again. */
export function removeFollowerOptions(
  { client, queryClient, edits }: App,
  viewerId: string,
  followerId: string,
) {
  return mutationOptions({
    mutationKey: [...peopleKeys.all, 'remove-follower', followerId] as const,
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
  following: Following;
}

/** Updates every cached copy of a person: whether the viewer follows them, and their follower count. */
export function showFollow(queryClient: QueryClient, userId: string, following: Following): void {
  /** By how much the number of followers changes. */
  const changeFrom = (known: Following) =>
    Number(following === 'followed') - Number(known === 'followed');
  queryClient.setQueriesData<Profile | null>({ queryKey: peopleKeys.profiles() }, (profile) => {
    if (profile?.userId !== userId || profile.following === following) return profile;
    const { counts } = profile;
    const change = changeFrom(profile.following);
    return {
      ...profile,
      following,
      counts: counts && { ...counts, followers: counts.followers + change },
    };
  });
  queryClient.setQueryData<SuggestedPerson[]>(peopleKeys.suggested(), (people) =>
    people?.map((person) =>
      person.userId === userId && person.following !== following
        ? {
            ...person,
            following,
            followerCount: person.followerCount + changeFrom(person.following),
          }
        : person,
    ),
  );
  patchPages<ListedFollow>(queryClient, peopleKeys.lists(), (people) =>
    people.map((person) => (person.userId === userId ? { ...person, following } : person)),
  );
}
