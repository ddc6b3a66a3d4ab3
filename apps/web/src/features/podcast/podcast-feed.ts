import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Whom or what a podcast feed is of: somebody by their username, or a hashtag without its `#`. */
export type FeedSubject = { readonly username: string } | { readonly tag: string };

/** The address of a podcast feed. */
const podcastFeedLink = (of: FeedSubject): string => {
  const name = 'tag' in of ? `tags/${encodeURIComponent(of.tag)}` : of.username;
  return `${location.origin}/feeds/${name}.xml`;
};

/**
 * Reads the address of a podcast feed; null where there is none: a person's account is private or forbids
 * downloads, or no drop of one that allows them has a hashtag. Asked of the feed itself, unless the
 * operator has turned feeds off.
 *
 * @param of undefined for somebody without a username, who has no feed
 */
export function podcastFeedOptions({ settings }: SupabaseClient, of: FeedSubject | undefined) {
  return queryOptions({
    queryKey: ['podcast feed', of] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      if (of === undefined || !settings.podcastFeeds) return null;
      const link = podcastFeedLink(of);
      const answer = await fetch(link, { method: 'HEAD', signal });
      const isFeed = (answer.headers.get('content-type') ?? '').includes('rss');
      return answer.ok && isFeed ? link : null;
    },
    staleTime: 0,
    retry: false,
  });
}
