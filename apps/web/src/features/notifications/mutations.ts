import {
  MutationObserver,
  mutationOptions,
  useMutation,
  type QueryClient,
} from '@tanstack/react-query';
import { NOTIFICATION_KINDS } from '@undertone/domain/notification-kind';
import { logFailure } from '#lib/log.ts';
import { useApp, type App } from '#lib/app.ts';
import { patchPages } from '#lib/patch-pages.ts';
import { notificationKeys } from './notification-keys.ts';
import type { Notification } from './notification.ts';

/**
 * Marks a notification of the recipient as read by its id, or all by `'all'`. Shown at once, and undone without a
 * toast if the request fails. Those of a push message are marked by its tag, and shown as read once the lists are
 * fetched again.
 */
export function markReadOptions({ client, queryClient, edits }: App, userId: string) {
  const countKey = notificationKeys.unread(userId);
  const addToCount = (added: number) =>
    queryClient.setQueryData<number>(countKey, (count) =>
      count === undefined ? undefined : Math.max(0, count + added),
    );

  return mutationOptions({
    mutationFn: async (target: string) => {
      const changed = new Set<string>();
      const written = edits.change(`read ${target}`, {
        from: false,
        to: true,
        show: (read) => {
          const isMeant = ({ id }: Notification) =>
            read ? target === 'all' || id === target : changed.has(id);
          for (const id of patchRead(queryClient, isMeant, read)) changed.add(id);
        },
        write: async () => {
          await client
            .from('notifications')
            .update({ read: true })
            .match({ ...rowsOf(target), recipient_id: userId })
            .throwOnError();
        },
      });
      const unread = queryClient.getQueryData<number>(countKey) ?? 0;
      const hidden = target === 'all' ? unread : Math.min(unread, changed.size);
      addToCount(-hidden);
      try {
        await written;
      } catch (cause) {
        addToCount(hidden);
        throw cause;
      }
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: notificationKeys.lists() }),
    onError: (error) => logFailure('Notifications could not be marked as read.', error),
    // Not awaited, so that the mutation settles without the count.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: countKey }),
  });
}

/** The columns of the rows that a target of `markReadOptions` names. A tag has a kind, and the drop if there is one. */
function rowsOf(target: string): Record<string, string | boolean> {
  if (target === 'all') return { read: false };
  const [type = '', drop] = target.split(':');
  if (!Object.hasOwn(NOTIFICATION_KINDS, type)) return { id: target };
  return { type, read: false, ...(drop !== undefined && { reference_id: drop }) };
}

/** Marks notifications as read from outside of components. */
export function markRead(app: App, userId: string, target: string): void {
  void new MutationObserver(app.queryClient, markReadOptions(app, userId))
    .mutate(target)
    // The mutation logs its own failures.
    .catch(() => {});
}

/** Returns a function that marks an unread notification as read. The write continues after the component unmounts. */
export function useMarkRead(userId: string): (notification: Notification) => void {
  const { mutate } = useMutation(markReadOptions(useApp(), userId));
  return ({ id, read }) => {
    if (!read) mutate(id);
  };
}

/** Marks notifications as read or unread in every cached list. @returns the ids of the changed ones */
function patchRead(
  queryClient: QueryClient,
  isMeant: (notification: Notification) => boolean,
  read: boolean,
): Set<string> {
  const changed = new Set<string>();
  patchPages<Notification>(queryClient, notificationKeys.lists(), (notifications) =>
    notifications.map((notification) => {
      if (notification.read === read || !isMeant(notification)) return notification;
      changed.add(notification.id);
      return { ...notification, read };
    }),
  );
  return changed;
}
