import { QueryObserver } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import type { App } from '#lib/app.ts';
import { notificationKeys } from './notification-keys.ts';
import { unreadCountOptions } from './unread-queries.ts';

/**
 * Writes how many notifications are unread before the name of the browser's tab:
 * `(3) Home · Undertone`. Pages go on naming the tab as they do; whatever name
 * they give it gets the number.
 *
 * @returns a function that ends it
 */
export function countInTitle({ client, queryClient }: App, userId: string): () => void {
  /** What has been written before names, so that a name that was kept with it loses it again. */
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
    // The bell asks.
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
