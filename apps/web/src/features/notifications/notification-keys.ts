import type { NotificationView } from './notification-view.ts';

export const notificationKeys = {
  all: ['notifications'] as const,
  /** Above every list that holds notifications. */
  lists: () => [...notificationKeys.all, 'list'] as const,
  list: (userId: string, view: NotificationView) =>
    [...notificationKeys.lists(), userId, view] as const,
  unread: (userId: string) => [...notificationKeys.all, 'unread', userId] as const,
};
