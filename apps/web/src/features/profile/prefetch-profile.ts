import { objectPath } from '@undertone/domain/object-path';
import { authorDropsOptions } from '#features/drops/queries.ts';
import { avatarUrlOptions } from '#features/people/queries.ts';
import { publicProfileOptions } from './queries.ts';
import type { App } from '#lib/app.ts';

/**
 * Prefetches a person's profile, their picture's URL and, if the viewer may see them, their first
 * drops, while the page's code loads. The page repeats failed requests and reports their errors.
 *
 * @param viewerId undefined for a visitor
 */
export async function prefetchProfile(
  { client, queryClient }: App,
  username: string,
  viewerId: string | undefined,
): Promise<void> {
  const options = publicProfileOptions(client, username, viewerId);
  await queryClient.prefetchQuery(options);
  const profile = queryClient.getQueryData(options.queryKey);
  if (!profile) return;
  const picture = profile.avatarUrl ? objectPath(profile.avatarUrl) : null;
  const isClosed = profile.isBlocked || (profile.isPrivate && !profile.counts);
  await Promise.all([
    picture !== null && queryClient.prefetchQuery(avatarUrlOptions(client, picture)),
    !isClosed && queryClient.prefetchInfiniteQuery(authorDropsOptions(client, profile.userId)),
  ]);
}
