import { queryOptions } from '@tanstack/react-query';
import { objectPath } from '@undertone/domain/object-path';
import { AVATAR_URL_FRESH_SECONDS, AVATAR_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Someone whom visitors can find. */
export interface ListedPerson {
  userId: string;
  username: string;
  bio: string | undefined;
  /** Path of their picture in the bucket. */
  picturePath: string | null;
  dropCount: number;
}

/** People that are fetched; fewer are shown at a time. */
const PEOPLE_FETCHED = 20;

const marketingKeys = {
  all: ['marketing'] as const,
  people: () => [...marketingKeys.all, 'people'] as const,
  pictures: (paths: readonly string[]) => [...marketingKeys.all, 'pictures', paths] as const,
};

/** Those with the most drops, the most first. Private accounts are never among them. */
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

/** Where listed people's pictures can be loaded, by their paths. */
export function listedPicturesOptions(
  client: SupabaseClient,
  people: readonly ListedPerson[] = [],
) {
  const paths = people.flatMap(({ picturePath }) => picturePath ?? []);
  return queryOptions({
    queryKey: marketingKeys.pictures(paths),
    queryFn: () => signObjects(client, paths, AVATAR_URL_SECONDS),
    enabled: paths.length > 0,
    staleTime: AVATAR_URL_FRESH_SECONDS * 1000,
  });
}
