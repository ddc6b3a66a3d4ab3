import { toSearchText } from '#lib/search-text.ts';
import { SearchField } from '#ui/search-field.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { BrowserNotificationOffer } from './browser-notification-offer.tsx';
import { RequestNotice } from './request-notice.tsx';
import { NotificationFilterMenu } from './notification-filter-menu.tsx';
import { NotificationList } from './notification-list.tsx';
import type { NotificationTab, NotificationFilters } from './notification-filters.ts';

const tabs: readonly Tab<NotificationTab>[] = [
  { value: 'all', label: 'All' },
  { value: 'mentions', label: 'Mentions' },
  { value: 'followers', label: 'Followers' },
];

interface FilteredNotificationsProps {
  userId: string;
  filters: NotificationFilters;
  onFilters: (filters: NotificationFilters) => void;
}

/** The notifications with search, tabs and filter, which the server applies. */
export function FilteredNotifications({ userId, filters, onFilters }: FilteredNotificationsProps) {
  const { tab, filter, words } = filters;
  return (
    <>
      <BrowserNotificationOffer userId={userId} />
      <RequestNotice userId={userId} />
      <div className="mb-4 flex items-center gap-2">
        <SearchField
          label="Search notifications"
          placeholder="Search notifications..."
          value={words}
          onSearch={(typed) => onFilters({ ...filters, words: toSearchText(typed) })}
          className="min-w-0 grow"
        />
        <NotificationFilterMenu
          tab={tab}
          filter={filter}
          onFilter={(chosen) => onFilters({ ...filters, filter: chosen })}
        />
      </div>
      <Tabs
        label="Notifications"
        tabs={tabs}
        value={tab}
        onChange={(chosen) => onFilters({ ...filters, tab: chosen })}
      >
        <div className="-mx-3 pt-4 sm:-mx-4">
          <NotificationList
            userId={userId}
            filters={filters}
            onClear={() => onFilters({ tab, filter: 'all', words: '' })}
          />
        </div>
      </Tabs>
    </>
  );
}
