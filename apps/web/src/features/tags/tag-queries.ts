import {
  mutationOptions,
  queryOptions,
  skipToken,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { useSession } from '#features/session/session-context.ts';
import { useClient, type App } from '#lib/app.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

const tagKeys = {
  all: ['tags'] as const,
  followed: (userId: string) => [...tagKeys.all, 'followed', userId] as const,
  /** Prefix of the numbers of hashtags' drops. */
  counts: () => [...tagKeys.all, 'count'] as const,
  count: (tag: string) => [...tagKeys.counts(), tag] as const,
  related: (tag: string) => [...tagKeys.all, 'related', tag] as const,
};

/** The hashtags that the viewer follows, in alphabetical order; undefined for visitors, and until they are known. */
export function useFollowedTags(): readonly string[] | undefined {
  const client = useClient();
  const { user } = useSession();
  const readTags = async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await client
      .from('followed_hashtags')
      .select('tag')
      .order('tag')
      .abortSignal(signal)
      .throwOnError();
    return data.map(({ tag }) => tag);
  };
  const { data } = useQuery<readonly string[]>({
    queryKey: tagKeys.followed(user?.id ?? ''),
    queryFn: user ? readTags : skipToken,
    staleTime: 5 * 60_000,
  });
  return data;
}

/** The hashtags that an account is known to follow; none until they were read. */
export const knownFollowedTags = (queryClient: QueryClient, userId: string): readonly string[] =>
  queryClient.getQueryData<readonly string[]>(tagKeys.followed(userId)) ?? [];

/** The number of public drops with a hashtag; also 0 if an operator hides the hashtag. */
export function tagCountOptions(client: SupabaseClient, tag: string) {
  return queryOptions({
    queryKey: tagKeys.count(tag),
    queryFn: async ({ signal }): Promise<number> => {
      const { data } = await client
        .from('hashtags')
        .select('drop_count')
        .eq('tag', tag)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data?.drop_count ?? 0;
    },
  });
}

/** Invalidates the numbers of public drops of hashtags, after the viewer's own drop has changed. */
export function invalidateTagCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: tagKeys.counts() });
}

/** Hashtags that the latest drops use together with another one, the most frequent first. */
export function relatedTagsOptions(client: SupabaseClient, tag: string) {
  return queryOptions({
    queryKey: tagKeys.related(tag),
    queryFn: async ({ signal }): Promise<string[]> => {
      // A read, whose response a visitor's document may have.
      const related = client.rpc('related_tags', { tag }, { get: true });
      const { data } = await related.abortSignal(signal).throwOnError();
      return data;
    },
    staleTime: 5 * 60_000,
  });
}

/** Follows a hashtag or no longer follows it. The cached list changes at once, and back on failure. */
export function followTagOptions({ client, queryClient, edits }: App, userId: string, tag: string) {
  return mutationOptions({
    mutationFn: (on: boolean) =>
      edits.change(`follow #${tag}`, {
        from: !on,
        to: on,
        show: (wanted) => {
          queryClient.setQueryData<readonly string[]>(tagKeys.followed(userId), (tags) => {
            const others = tags?.filter((other) => other !== tag);
            return wanted ? others?.concat(tag).sort() : others;
          });
        },
        write: (wanted) => {
          const row = { user_id: userId, tag };
          const followed = client.from('followed_hashtags');
          return ensureWritten(wanted ? followed.insert(row) : followed.delete().match(row));
        },
      }),
  });
}
