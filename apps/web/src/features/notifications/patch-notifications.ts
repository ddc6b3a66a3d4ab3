import type { QueryClient } from '@tanstack/react-query';
import type { Notification } from './notification.ts';
import { notificationKeys } from './notification-keys.ts';
import type { NotificationPages } from './queries.ts';

/**
 * Marks notifications as read or unread in every cached list. Lists, pages and
 * notifications that do not change stay the same objects.
 *
 * @returns the ids of the changed notifications
 */
export function patchRead(
  queryClient: QueryClient,
  isMeant: (notification: Notification) => boolean,
  read: boolean,
): Set<string> {
  const changed = new Set<string>();
  queryClient.setQueriesData<NotificationPages>({ queryKey: notificationKeys.lists() }, (list) => {
    if (!list) return undefined;
    const isChanged = (one: Notification) => one.read !== read && isMeant(one);
    if (!list.pages.some((page) => page.items.some(isChanged))) return list;
    const pages = list.pages.map((page) => {
      if (!page.items.some(isChanged)) return page;
      const items = page.items.map((one) => {
        if (!isChanged(one)) return one;
        changed.add(one.id);
        return { ...one, read };
      });
      return { ...page, items };
    });
    return { ...list, pages };
  });
  return changed;
}

/** Changes the cached number of unread notifications, if any. */
export function patchUnread(
  queryClient: QueryClient,
  userId: string,
  change: (count: number) => number,
): void {
  queryClient.setQueryData<number>(notificationKeys.unread(userId), (count) =>
    count === undefined ? undefined : Math.max(0, change(count)),
  );
}
