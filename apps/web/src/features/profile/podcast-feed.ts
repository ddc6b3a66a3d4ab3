import { queryOptions } from '@tanstack/react-query';

/** The address of a person's podcast feed. */
export const podcastFeedLink = (username: string): string =>
  `${location.origin}/feeds/${username}.xml`;

/**
 * Whether a person has a podcast feed: the account is public and allows downloads, and the operator has
 * not turned feeds off. Asked of the feed itself.
 *
 * @param username undefined for somebody without one, who has no feed
 */
export function podcastFeedOptions(username: string | undefined) {
  return queryOptions({
    queryKey: ['podcast feed', username] as const,
    queryFn: async ({ signal }) => {
      if (username === undefined) return false;
      const answer = await fetch(podcastFeedLink(username), { method: 'HEAD', signal });
      return answer.ok && (answer.headers.get('content-type') ?? '').includes('rss');
    },
    staleTime: 0,
    retry: false,
  });
}
