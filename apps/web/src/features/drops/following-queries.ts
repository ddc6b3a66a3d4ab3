import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { newestFirst } from '@undertone/domain/first-reads';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { knownFollowedTags } from '#features/tags/tag-queries.ts';
import { cursorPage } from '#lib/cursor.ts';
import { perClient } from '#lib/per-client.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { DROP_COLUMNS, dropFromRow, type Drop } from './drop.ts';
import { orKept, readPage } from './drop-cache.ts';
import { dropKeys } from './drop-keys.ts';
import { acceptingArrivals, withoutMuted, type DropPage } from './drop-pages.ts';
import { paging } from './queries.ts';

/** The drops of the people and hashtags that the viewer follows, newest first. */
export function followingDropsOptions(client: SupabaseClient, viewerId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: dropKeys.following(),
    queryFn: async (context): Promise<DropPage> => {
      const { client: queryClient, pageParam, signal } = context;
      const read = async () => {
        const start = pageParam && { before: pageParam.createdAt, before_id: pageParam.id };
        const query = client.rpc('following_drops', start, { get: true }).select(DROP_COLUMNS);
        const { data } = await newestFirst(query).abortSignal(signal).throwOnError();
        return cursorPage(data, LIST_PAGE_SIZE, dropFromRow);
      };
      const page = await readPage(queryClient, () => read().catch(orKept(client, context)));
      return withoutMuted(
        acceptingArrivals(page, (drop) => isFollowed(queryClient, viewerId, drop)),
      );
    },
  });
}

/** The followed people among the authors of drops that have arrived. */
const followedAuthors = perClient<Set<string>, QueryClient>(() => new Set());

function isFollowed(queryClient: QueryClient, viewerId: string, drop: Drop): boolean {
  const { author, hashtags } = drop;
  if (author.userId === viewerId) return false;
  if (followedAuthors(queryClient).has(author.userId)) return true;
  const tags = knownFollowedTags(queryClient, viewerId);
  return drop.privacyLevel === 'public' && hashtags.some((tag) => tags.includes(tag));
}

/**
 * Reads which authors of arriving drops the viewer follows, if the list of followed drops is in use. Call it
 * before the drops are stored as arrivals.
 */
export async function readFollowedAuthors(
  client: SupabaseClient,
  queryClient: QueryClient,
  viewerId: string,
  drops: readonly Drop[],
): Promise<void> {
  const authors = [...new Set(drops.map(({ author }) => author.userId))];
  const isInUse = queryClient.getQueryState(dropKeys.following()) !== undefined;
  if (!isInUse || authors.length === 0) return;
  const { data } = await client
    .from('follows')
    .select('following_id')
    .eq('follower_id', viewerId)
    .in('following_id', authors)
    .throwOnError();
  const known = followedAuthors(queryClient);
  for (const id of authors) known.delete(id);
  for (const { following_id: id } of data) known.add(id);
}
