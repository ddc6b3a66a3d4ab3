import { SEARCH_MAX_LENGTH, toSearchText } from '#lib/search-text.ts';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { BrowserNotificationOffer } from './browser-notification-offer.tsx';
import { NotificationList } from './notification-list.tsx';
import {
  filtersOf,
  type NotificationFilter,
  type NotificationTab,
  type NotificationView,
} from './notification-view.ts';

const tabs: readonly Tab<NotificationTab>[] = [
  { value: 'all', label: 'All' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'followers', label: 'Followers' },
];

const filterLabels: Record<NotificationFilter, string> = {
  all: 'All',
  unread: 'Unread',
  likes: 'Likes',
  replies: 'Replies',
  follows: 'Follows',
};

interface FilteredNotificationsProps {
  userId: string;
  view: NotificationView;
  onView: (view: NotificationView) => void;
}

/** The notifications with search, tabs and filter, which the server applies. */
export function FilteredNotifications({ userId, view, onView }: FilteredNotificationsProps) {
  const { tab, filter, words } = view;
  return (
    <>
      <BrowserNotificationOffer userId={userId} />
      <SearchField
        label="Search notifications"
        placeholder="Search notifications..."
        maxLength={SEARCH_MAX_LENGTH}
        value={words}
        onSearch={(typed) => onView({ ...view, words: toSearchText(typed) })}
        className="mb-4"
      />
      <Tabs
        label="Notifications"
        tabs={tabs}
        value={tab}
        onChange={(chosen) => onView({ ...view, tab: chosen })}
      >
        <div className="py-5">
          <SegmentedControl
            label="Filter"
            hideLabel
            segments={filtersOf(tab).map((value) => ({ value, label: filterLabels[value] }))}
            value={filter}
            onChange={(chosen) => onView({ ...view, filter: chosen })}
          />
        </div>
        <div className="-mx-3 sm:-mx-4">
          <NotificationList
            userId={userId}
            view={view}
            onClear={() => onView({ tab, filter: 'all', words: '' })}
          />
        </div>
      </Tabs>
    </>
  );
}
