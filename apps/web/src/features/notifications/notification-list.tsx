import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { groupByDay } from './group-by-day.ts';
import { NotificationItem } from './notification-item.tsx';
import { NotificationSkeletons } from './notification-skeletons.tsx';
import type { NotificationView } from './notification-view.ts';
import { notificationsOptions } from './queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Rows that stand in for the first page. */
const SKELETONS = 6;

interface NotificationListProps {
  userId: string;
  view: NotificationView;
  /** Shows everything of the tab again. */
  onClear: () => void;
}

/** The notifications of a view, newest first, under the days on which they came. */
export function NotificationList({ userId, view, onClear }: NotificationListProps) {
  const client = useClient();
  const list = useInfiniteQuery(notificationsOptions(client, userId, view));
  const markRead = useMarkRead(userId);
  const notifications = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <QueryList
      query={list}
      of="notifications"
      loading={<NotificationSkeletons count={SKELETONS} />}
      reason={backendMessage(list.error) ?? 'Failed to fetch notifications'}
      isEmpty={notifications.length === 0}
      empty={<Nothing view={view} onClear={onClear} />}
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

const nothingIn = {
  all: 'No notifications yet',
  mentions: 'No mentions yet',
  followers: 'No new followers',
} satisfies Record<NotificationView['tab'], string>;

/** What stands where a view holds nothing: that there is nothing, or only nothing of what was asked for. */
function Nothing({ view, onClear }: { view: NotificationView; onClear: () => void }) {
  const { tab, filter, words } = view;
  if (filter === 'all' && words === '') return <EmptyState title={nothingIn[tab]} />;
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
