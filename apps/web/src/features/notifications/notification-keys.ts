import { peopleKeys } from '#features/people/queries.ts';
import type { NotificationFilters } from './notification-filters.ts';

export const notificationKeys = {
  all: [...peopleKeys.shown(), 'notifications'] as const,
  /** The prefix of every list of notifications. */
  lists: () => [...notificationKeys.all, 'list'] as const,
  list: (userId: string, filters: NotificationFilters) =>
    [...notificationKeys.lists(), userId, filters] as const,
  unread: (userId: string) => [...notificationKeys.all, 'unread', userId] as const,
  announcement: (id: string) => [...notificationKeys.all, 'announcement', id] as const,
  pushWanted: (userId: string) => [...notificationKeys.all, 'push-wanted', userId] as const,
};
