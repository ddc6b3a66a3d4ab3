import { relatedTagsOptions, tagCountOptions } from '#features/tags/tag-queries.ts';
import type { App } from '#lib/app.ts';
import { newestTaggedOptions } from './queries.ts';

/** Prefetches what the page of a hashtag shows a visitor. @param tag without the # */
export function prefetchTag({ client, queryClient }: App, tag: string): void {
  void queryClient.prefetchInfiniteQuery(newestTaggedOptions(client, tag, false));
  void queryClient.prefetchQuery(tagCountOptions(client, tag));
  void queryClient.prefetchQuery(relatedTagsOptions(client, tag));
}
