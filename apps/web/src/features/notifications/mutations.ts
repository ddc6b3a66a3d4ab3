import { mutationOptions, useMutation, type QueryClient } from '@tanstack/react-query';
import { logFailure } from '#lib/log.ts';
import { useApp, type App } from '#lib/app.ts';
import { broadcastRead } from './read-in-other-tabs.ts';
import { patchRead, patchUnread } from './patch-notifications.ts';
import { notificationKeys } from './notification-keys.ts';
import type { Notification } from './notification.ts';

/** Marks a notification as read. Shown at once, and undone without a toast if the request fails. */
export function markReadOptions({ client, queryClient, edits }: App, userId: string) {
  const show = (id: string) => patchRead(queryClient, (one) => one.id === id, true);
  return mutationOptions({
    mutationKey: [...notificationKeys.all, 'mark-read', userId],
    mutationFn: async (id: string) => {
      await client
        .from('notifications')
        .update({ read: true })
        .eq('id', id)
        .eq('recipient_id', userId)
        .throwOnError();
    },
    onMutate: (id) => {
      const changed = show(id);
      patchUnread(queryClient, userId, (count) => count - changed.size);
      return changed;
    },
    onSuccess: (_data, id) => {
      edits.show(`read ${id}`, () => void show(id));
      broadcastRead();
    },
    onError: (error, _id, changed) => {
      logFailure('A notification could not be marked as read.', error);
      if (!changed) return;
      patchRead(queryClient, (one) => changed.has(one.id), false);
      patchUnread(queryClient, userId, (count) => count + changed.size);
    },
    onSettled: () => refetchUnread(queryClient, userId),
  });
}

/** Returns a function that marks an unread notification as read. The write continues after the component unmounts. */
export function useMarkRead(userId: string): (notification: Notification) => void {
  const { mutate } = useMutation(markReadOptions(useApp(), userId));
  return ({ id, read }) => {
    if (!read) mutate(id);
  };
}

/** Marks all of the recipient's notifications as read. Shown at once, and undone without a toast if the request fails. */
export function markAllReadOptions({ client, queryClient }: App, userId: string) {
  return mutationOptions({
    mutationKey: [...notificationKeys.all, 'mark-all-read', userId],
    mutationFn: async () => {
      await client
        .from('notifications')
        .update({ read: true })
        .eq('recipient_id', userId)
        .eq('read', false)
        .throwOnError();
    },
    onMutate: () => {
      const changed = patchRead(queryClient, () => true, true);
      const count = queryClient.getQueryData<number>(notificationKeys.unread(userId)) ?? 0;
      patchUnread(queryClient, userId, () => 0);
      return { changed, count };
    },
    onSuccess: () => {
      broadcastRead();
      void queryClient.invalidateQueries({ queryKey: notificationKeys.lists() });
    },
    onError: (error, _variables, before) => {
      logFailure('The notifications could not be marked as read.', error);
      if (!before) return;
      patchRead(queryClient, (one) => before.changed.has(one.id), false);
      patchUnread(queryClient, userId, () => before.count);
    },
    onSettled: () => refetchUnread(queryClient, userId),
  });
}

/** Refetches the optimistically changed count. Not awaited, so that the mutation settles without it. */
function refetchUnread(queryClient: QueryClient, userId: string): void {
  void queryClient.invalidateQueries({ queryKey: notificationKeys.unread(userId) });
}
