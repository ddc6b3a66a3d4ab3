import { queryOptions } from '@tanstack/react-query';
import { PROFILE_COLUMNS } from '@undertone/domain/first-reads';
import {
  profileFromRow,
  RELATION_COLUMNS,
  type Profile,
  type ProfileRow,
} from '#features/people/profile.ts';
import { peopleKeys } from '#features/people/queries.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The user's own profile. */
export function profileOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: peopleKeys.profile(userId),
    queryFn: async ({ signal }): Promise<Profile> => {
      const { data } = await client
        .from('profiles')
        .select(`${PROFILE_COLUMNS}, allow_anonymous`)
        .eq('user_id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError();
      return profileFromRow(data);
    },
  });
}

/**
 * A person's profile by their username in any case; null when no such profile is visible to the
 * viewer, e.g. because its owner has blocked the viewer.
 *
 * @param viewerId undefined for a visitor, who may not read follows and blocks
 */
export function publicProfileOptions(
  client: SupabaseClient,
  username: string,
  viewerId: string | undefined,
) {
  const handle = username.toLowerCase();
  return queryOptions({
    queryKey: peopleKeys.profileOf(handle, viewerId),
    queryFn: async ({ signal }): Promise<Profile | null> => {
      const columns = viewerId ? `${PROFILE_COLUMNS}, ${RELATION_COLUMNS}` : PROFILE_COLUMNS;
      let query = client.from('profiles').select<string, ProfileRow>(columns).eq('handle', handle);
      if (viewerId) {
        query = query.eq('followed.follower_id', viewerId).eq('requested.requester_id', viewerId);
      }
      const { data } = await query.abortSignal(signal).maybeSingle().throwOnError();
      return data && profileFromRow(data);
    },
  });
}
