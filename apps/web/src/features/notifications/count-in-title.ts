import { QueryObserver } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { showUnreadInTitle } from '#lib/unread-in-title.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadCountOptions } from './unread-queries.ts';

/**
 * Counts unread notifications in the document's title.
 *
 * @returns a function that stops and takes the number back
 */
export function countInTitle({ client, queryClient }: App, userId: string): () => void {
  const show = (count = 0) => showUnreadInTitle('notifications', count);
  const unsubscribe = new QueryObserver(queryClient, {
    ...unreadCountOptions(client, userId),
    // The bell fetches the count; this observer only reads it.
    enabled: false,
  }).subscribe(({ data }) => show(data));
  show(queryClient.getQueryData<number>(notificationKeys.unread(userId)));
  return () => {
    unsubscribe();
    show();
  };
}
