import { useEffect, useEffectEvent, useState } from 'react';
import { ListFilter, Search } from 'lucide-react';
import { useDebounced } from '#lib/use-debounced.ts';
import { buttonClass } from '#ui/button-class.ts';
import { controlClass } from '#ui/control-class.ts';
import { Menu } from '#ui/menu.tsx';
import { Tabs, type Tab } from '#ui/tabs.tsx';
import { NotificationList } from './notification-list.tsx';
import {
  filtersOf,
  type NotificationFilter,
  type NotificationTab,
  type NotificationView,
} from './notification-view.ts';

/** How long typing rests before the server is asked, in milliseconds. */
const SEARCH_DELAY = 300;

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

/** All notifications, with what narrows them down: search, filter and tabs, all three on the server. */
export function NotificationsView({ userId, view, onView }: NotificationsViewProps) {
  const change = (part: Partial<NotificationView>) => onView({ ...view, ...part });
  return (
    <>
      <div className="mb-4 flex items-center gap-2">
        <SearchField words={view.words} onWords={(words) => change({ words })} />
        <FilterMenu view={view} onFilter={(filter) => change({ filter })} />
      </div>
      <Tabs label="Notifications" tabs={tabs} value={view.tab} onChange={(tab) => change({ tab })}>
        <div className="-mx-3 pt-5 sm:-mx-4">
          <NotificationList
            userId={userId}
            view={view}
            onClear={() => change({ filter: 'all', words: '' })}
          />
        </div>
      </Tabs>
    </>
  );
}

function SearchField({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  const [typed, setTyped] = useState(words);
  const [given, setGiven] = useState(words);
  // They changed elsewhere: the filters were cleared, or the browser went back.
  if (given !== words) {
    setGiven(words);
    if (typed.trim() !== words) setTyped(words);
  }
  const rested = useDebounced(typed.trim(), SEARCH_DELAY);
  const search = useEffectEvent((rested: string) => {
    if (rested === typed.trim() && rested !== words) onWords(rested);
  });
  useEffect(() => search(rested), [rested]);

  return (
    <search className="relative min-w-0 grow">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
      />
      <input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Search notifications"
        placeholder="Search notifications..."
        className={`${controlClass} h-11 rounded-full! pr-4 pl-10.5 text-ellipsis md:text-[0.9375rem]`}
      />
    </search>
  );
}

interface FilterMenuProps {
  view: NotificationView;
  onFilter: (filter: NotificationFilter) => void;
}

function FilterMenu({ view, onFilter }: FilterMenuProps) {
  const offered = filtersOf(view.tab);
  return (
    <Menu
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Filter: ${filterLabels[view.filter]}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <ListFilter />
          {filterLabels[view.filter]}
        </button>
      )}
      entries={[
        {
          kind: 'choice',
          label: 'Show',
          value: view.filter,
          options: offered.map((value) => ({ value, label: filterLabels[value] })),
          onChange: (chosen) => {
            const filter = offered.find((value) => value === chosen);
            if (filter) onFilter(filter);
          },
        },
      ]}
    />
  );
}
