import { QueryObserver } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import type { App } from '#lib/app.ts';
import { changeTitle } from '#lib/use-document-title.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadCountOptions } from './unread-queries.ts';

/**
 * Prefixes the document's title, whatever page sets it, with the number of unread notifications:
 * `(3) Home · Undertone`, and shows it at the icon of the installed app.
 *
 * @returns a function that stops and removes the prefix
 */
export function countInTitle({ client, queryClient }: App, userId: string): () => void {
  const show = (count = 0) => {
    changeTitle({ prefix: count > 0 ? `(${countLabel(count)}) ` : '' });
    // Browsers refuse it without the permission for notifications.
    navigator.setAppBadge?.(count).catch(() => undefined);
  };
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
