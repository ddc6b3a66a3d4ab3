import { SEARCH_MAX_LENGTH, toSearchText } from '#lib/search-text.ts';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { AnnounceOffer } from './announce-offer.tsx';
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

interface NotificationsViewProps {
  userId: string;
  view: NotificationView;
  onView: (view: NotificationView) => void;
}

/** All notifications, with what narrows them down: search, tabs and filter, all three on the server. */
export function NotificationsView({ userId, view, onView }: NotificationsViewProps) {
  const { tab, filter, words } = view;
  return (
    <>
      <AnnounceOffer userId={userId} />
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
