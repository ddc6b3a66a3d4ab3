import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { groupByDay } from './group-by-day.ts';
import { NotificationItem } from './notification-item.tsx';
import { AvatarRowSkeletons } from '#ui/avatar-row-skeletons.tsx';
import type { NotificationFilters } from './notification-filters.ts';
import { notificationsOptions } from './queries.ts';
import { useMarkRead } from './mutations.ts';

/** How many skeletons are shown while the first page loads. */
const SKELETON_COUNT = 6;

interface NotificationListProps {
  userId: string;
  filters: NotificationFilters;
  /** Resets filter and search. */
  onClear: () => void;
}

/** The notifications that the filters select, newest first, grouped by day. */
export function NotificationList({ userId, filters, onClear }: NotificationListProps) {
  const list = useInfiniteQuery(notificationsOptions(useClient(), userId, filters));
  const markRead = useMarkRead(userId);
  const notifications = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <QueryList
      query={list}
      of="notifications"
      failure="Failed to load notifications"
      loading={<AvatarRowSkeletons of="notifications" count={SKELETON_COUNT} />}
      reason={backendMessage(list.error) ?? 'Failed to fetch notifications'}
      isEmpty={notifications.length === 0}
      empty={<NoNotifications filters={filters} onClear={onClear} />}
    >
      {groupByDay(notifications, new Date(list.dataUpdatedAt)).map((group) => (
        <section key={group.day} aria-label={group.day} className="not-first:mt-6">
          <h2 className="px-3 pb-1 font-sans text-sm font-medium text-ink-faint sm:px-4">
            {group.day}
          </h2>
          <ul>
            {group.notifications.map((notification) => (
              <li key={notification.id}>
                <NotificationItem
                  notification={notification}
                  onOpen={() => markRead(notification)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </QueryList>
  );
}

const emptyTitles = {
  all: 'No notifications yet',
  mentions: 'No mentions yet',
  followers: 'No new followers',
} satisfies Record<NotificationFilters['tab'], string>;

interface NoNotificationsProps {
  filters: NotificationFilters;
  onClear: () => void;
}

/** The empty state, which depends on whether a filter or search is active. */
function NoNotifications({ filters, onClear }: NoNotificationsProps) {
  const { tab, filter, words } = filters;
  if (filter === 'all' && words === '') return <EmptyState title={emptyTitles[tab]} />;
  const isOnlyUnread = filter === 'unread' && words === '';
  return (
    <EmptyState
      title={isOnlyUnread ? 'You are all caught up' : 'Nothing found'}
      description={
        isOnlyUnread ? 'Nothing here is unread.' : 'No notification matches what you asked for.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Show everything
        </Button>
      }
    />
  );
}
