import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/**
 * The subject of a podcast feed: a user by their username, or a hashtag without its `#`. A user without a
 * username has no feed.
 */
export type FeedSubject = { readonly username: string | undefined } | { readonly tag: string };

/**
 * Reads the URL of a podcast feed, unless the operator has turned feeds off. It is null if there is no feed:
 * the account is private or forbids downloads, or the hashtag has no drops of accounts that allow them.
 */
export function podcastFeedOptions(client: SupabaseClient, of: FeedSubject) {
  return queryOptions({
    queryKey: ['podcast feed', of] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const name = 'tag' in of ? `tags/${encodeURIComponent(of.tag)}` : of.username;
      if (name === undefined || !client.settings.podcastFeeds) return null;
      const link = `${location.origin}/feeds/${name}.xml`;
      // The browser logs an error for a feed that is requested and does not exist.
      if (!('tag' in of)) return (await hasFeed(client, name, signal)) ? link : null;
      const answer = await fetch(link, { method: 'HEAD', signal });
      const isFeed = (answer.headers.get('content-type') ?? '').includes('rss');
      return answer.ok && isFeed ? link : null;
    },
    staleTime: 0,
    retry: false,
  });
}

async function hasFeed(client: SupabaseClient, username: string, signal: AbortSignal) {
  const { data } = await client
    .from('profiles')
    .select('allow_downloads, is_private')
    .eq('handle', username.toLowerCase())
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data?.allow_downloads === true && !data.is_private;
}
