import { peopleKeys } from '#features/people/queries.ts';
import type { NotificationView } from './notification-view.ts';

export const notificationKeys = {
  all: [...peopleKeys.shown(), 'notifications'] as const,
  /** The prefix of every list of notifications. */
  lists: () => [...notificationKeys.all, 'list'] as const,
  list: (userId: string, view: NotificationView) =>
    [...notificationKeys.lists(), userId, view] as const,
  unread: (userId: string) => [...notificationKeys.all, 'unread', userId] as const,
  announcement: (id: string) => [...notificationKeys.all, 'announcement', id] as const,
  pushWanted: (userId: string) => [...notificationKeys.all, 'push-wanted', userId] as const,
};
