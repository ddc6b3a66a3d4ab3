import type { QueryClient } from '@tanstack/react-query';
import { LateCardParts } from '#features/drops/card/drop-author.tsx';
import { dropCountOptions } from '#features/drops/person-queries.ts';
import { avatarUrlOptions } from '#features/people/queries.ts';
import type { App } from '#lib/app.ts';
import { nextTask } from '#lib/next-task.ts';
import { isAvatar, readDocumentResponses } from './document-responses.ts';

/**
 * Waits for the data that the router has requested, and loads what the page would request only once it is shown, if
 * the document has the responses, and the code of sleeves: then the first rendering of the page is complete.
 */
export async function loadData(app: App): Promise<void> {
  const { client, queryClient } = app;
  for (const { method, path, sent } of readDocumentResponses(document)) {
    const userId = /user_id=eq\.([\w-]+)/.exec(path)?.[1];
    if (method === 'HEAD' && userId) {
      void queryClient.prefetchQuery(dropCountOptions(client, userId));
    }
    for (const avatar of avatarsIn(sent)) {
      void queryClient.prefetchQuery(avatarUrlOptions(client, avatar));
    }
    const tag = /\/related_tags\?tag=([^&]+)/.exec(path)?.[1];
    if (tag !== undefined) {
      const { prefetchTag } = await import('#features/search/prefetch-tag.ts');
      prefetchTag(app, decodeURIComponent(tag));
    }
  }
  // The app shows the page without the sleeves when their code cannot be fetched.
  await Promise.allSettled([settle(queryClient), LateCardParts.load()]);
}

/** The paths of the avatars whose URLs a request signs. */
function avatarsIn(sent = '{}'): string[] {
  const { paths = [] }: { paths?: string[] } = JSON.parse(sent);
  return paths.filter(isAvatar);
}

/** Waits until no query is running. */
async function settle(queryClient: QueryClient): Promise<void> {
  for (;;) {
    const running = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
    if (running.length === 0) return;
    await Promise.allSettled(running.flatMap(({ promise }) => promise ?? []));
    // What waited for these may start others.
    await nextTask();
  }
}
