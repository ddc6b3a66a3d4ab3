import { QueryObserver } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import type { App } from '#lib/app.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadCountOptions } from './unread-queries.ts';

/**
 * Prefixes the document's title with the number of unread notifications: `(3) Home · Undertone`. Pages
 * set the title as usual, and every title that they set gets the prefix.
 *
 * @returns a function that stops and removes the prefix
 */
export function countInTitle({ client, queryClient }: App, userId: string): () => void {
  /** All prefixes written so far, to remove one from a title that a page saved together with it. */
  const written = new Set<string>();
  let count = 0;

  const write = () => {
    const old = [...written].find((prefix) => document.title.startsWith(prefix)) ?? '';
    const prefix = count > 0 ? `(${countLabel(count)}) ` : '';
    const title = prefix + document.title.slice(old.length);
    if (prefix !== '') written.add(prefix);
    if (title !== document.title) document.title = title;
  };

  const unsubscribe = new QueryObserver(queryClient, {
    ...unreadCountOptions(client, userId),
    // The bell fetches the count; this observer only reads it.
    enabled: false,
  }).subscribe(({ data = 0 }) => {
    count = data;
    write();
  });
  count = queryClient.getQueryData<number>(notificationKeys.unread(userId)) ?? 0;
  write();
  const names = new MutationObserver(write);
  names.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => {
    unsubscribe();
    names.disconnect();
    count = 0;
    write();
  };
}
