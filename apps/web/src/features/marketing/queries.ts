import { queryOptions } from '@tanstack/react-query';
import { EXPLORE_USERS_FETCHED } from '@undertone/domain/limits';
import { supabase } from '#lib/supabase.ts';

/** Someone whom visitors can find. */
export interface ListedPerson {
  userId: string;
  username: string;
  bio: string | undefined;
  dropCount: number;
}

const marketingKeys = {
  all: ['marketing'] as const,
  people: () => [...marketingKeys.all, 'people'] as const,
};

/** Those with the most drops, the most first. Private accounts are never among them. */
export function listedPeopleOptions() {
  return queryOptions({
    queryKey: marketingKeys.people(),
    queryFn: async ({ signal }): Promise<ListedPerson[]> => {
      const { data } = await supabase
        .from('profile_counts')
        .select('user_id, drop_count, profile:profiles!inner(username, bio)')
        .eq('profile.is_private', false)
        .not('profile.username', 'is', null)
        .gt('drop_count', 0)
        .order('drop_count', { ascending: false })
        .order('user_id')
        .limit(EXPLORE_USERS_FETCHED)
        .abortSignal(signal)
        .throwOnError();
      return data.flatMap(({ user_id, drop_count, profile: { username, bio } }) =>
        username === null
          ? []
          : [{ userId: user_id, username, bio: bio ?? undefined, dropCount: drop_count }],
      );
    },
  });
}
