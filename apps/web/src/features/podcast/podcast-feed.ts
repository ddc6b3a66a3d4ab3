import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '#features/people/profile.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

const feedUrl = (name: string) => `${location.origin}/feeds/${name}.xml`;

/**
 * The URL of a person's podcast feed; undefined if there is none: the operator has turned feeds off, or the account
 * has no username, is private or forbids downloads.
 */
export function personFeed(
  { settings }: SupabaseClient,
  { username, isPrivate, allowsDownloads }: Profile,
): string | undefined {
  const hasFeed = settings.podcastFeeds && allowsDownloads && !isPrivate;
  return hasFeed && username !== undefined ? feedUrl(username) : undefined;
}

/**
 * Reads the URL of a hashtag's podcast feed by requesting the feed, unless the operator has turned feeds off. It is
 * null if there is no feed: the hashtag has no drops of accounts that allow downloads.
 *
 * @param tag without the #
 */
export function tagFeedOptions({ settings }: SupabaseClient, tag: string) {
  return queryOptions({
    queryKey: ['podcast feed', tag] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!settings.podcastFeeds) return null;
      const link = feedUrl(`tags/${encodeURIComponent(tag)}`);
      const answer = await fetch(link, { method: 'HEAD', signal });
      const isFeed = (answer.headers.get('content-type') ?? '').includes('rss');
      return answer.ok && isFeed ? link : null;
    },
    staleTime: 0,
    retry: false,
  });
}
