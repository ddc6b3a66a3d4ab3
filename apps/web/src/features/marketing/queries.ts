import { queryOptions } from '@tanstack/react-query';
import { objectPath } from '@undertone/domain/object-path';
import { AVATAR_URL_FRESH_SECONDS, AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** A person with a public profile and drops, in the list for visitors. */
export interface ListedPerson {
  userId: string;
  username: string;
  bio: string | undefined;
  /** Path of the avatar in the bucket. */
  picturePath: string | null;
  dropCount: number;
}

/** How many people are fetched. The search looks through all of them; fewer are shown. */
const PEOPLE_FETCHED = 20;

const marketingKeys = {
  all: ['marketing'] as const,
  people: () => [...marketingKeys.all, 'people'] as const,
  pictures: (paths: readonly string[]) => [...marketingKeys.all, 'pictures', paths] as const,
};

/** The public accounts with the most drops, in descending order. */
export function listedPeopleOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: marketingKeys.people(),
    queryFn: async ({ signal }): Promise<ListedPerson[]> => {
      const { data } = await client
        .from('profile_counts')
        .select('user_id, drop_count, profile:profiles!inner(username, bio, avatar_url)')
        .eq('profile.is_private', false)
        .not('profile.username', 'is', null)
        .gt('drop_count', 0)
        .order('drop_count', { ascending: false })
        .order('user_id')
        .limit(PEOPLE_FETCHED)
        .abortSignal(signal)
        .throwOnError();
      return data.flatMap(
        ({ user_id: userId, drop_count: dropCount, profile: { username, bio, avatar_url } }) => {
          if (username === null) return [];
          const picturePath = avatar_url === null ? null : objectPath(avatar_url);
          return [{ userId, username, bio: bio ?? undefined, picturePath, dropCount }];
        },
      );
    },
  });
}

/** Signed URLs of listed people's avatars, by their paths. */
export function listedPicturesOptions(client: SupabaseClient, people: readonly ListedPerson[]) {
  const paths = people.flatMap(({ picturePath }) => picturePath ?? []);
  return queryOptions({
    queryKey: marketingKeys.pictures(paths),
    queryFn: () => signObjects(client, paths, AVATAR_URL_SECONDS),
    enabled: paths.length > 0,
    staleTime: AVATAR_URL_FRESH_SECONDS * 1000,
  });
}
