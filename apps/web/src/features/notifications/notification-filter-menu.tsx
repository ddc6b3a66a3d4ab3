import { ListFilter } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { type NotificationFilter, type NotificationTab } from './notification-filters.ts';
import { filtersOf } from './filters-of.ts';

const MenuPopup = lazyPopup(() => import('#ui/menu-popup.tsx'));

const labels: Record<NotificationFilter, string> = {
  all: 'All',
  unread: 'Unread',
  likes: 'Likes',
  replies: 'Replies',
  follows: 'Follows',
  drops: 'New drops',
};

interface NotificationFilterMenuProps {
  tab: NotificationTab;
  filter: NotificationFilter;
  onFilter: (filter: NotificationFilter) => void;
}

/** The filter within a tab: a button with the chosen filter, which opens a menu of those that the tab has. */
export function NotificationFilterMenu({ tab, filter, onFilter }: NotificationFilterMenuProps) {
  const filters = filtersOf(tab);
  return (
    <MenuButton
      renderTrigger={(props) => (
        <Button
          {...props}
          variant={filter === 'all' ? 'quiet' : 'secondary'}
          aria-label={`Filter: ${labels[filter]}`}
          className="px-3.5!"
        >
          <ListFilter />
          {/* 'All' stands in the row of tabs below. */}
          {filter === 'all' ? <span className="max-sm:hidden">Filter</span> : labels[filter]}
        </Button>
      )}
    >
      {(menu) => (
        <MenuPopup
          {...menu}
          entries={[
            {
              kind: 'choice',
              label: 'Filter',
              value: filter,
              options: filters.map((value) => ({ value, label: labels[value] })),
              onChange: (chosen) => onFilter(filters.find((one) => one === chosen) ?? 'all'),
            },
          ]}
        />
      )}
    </MenuButton>
  );
}
