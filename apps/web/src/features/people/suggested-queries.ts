import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Following } from './following.ts';
import type { NamedPerson } from './person.ts';
import { peopleKeys } from './queries.ts';

/** A person suggested to the viewer for following. */
export interface SuggestedPerson extends NamedPerson {
  followerCount: number;
  /** `followed` from when the viewer presses Follow until the suggestions are refetched. */
  following: Following;
  /** Private accounts are not suggested. */
  isPrivate: false;
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
        following: 'none',
        isPrivate: false,
      }));
    },
    staleTime: 5 * 60_000,
  });
}
