import type { NotificationType } from '@undertone/domain/notification-type';

const TABS = ['all', 'mentions', 'followers'] as const;
export type NotificationTab = (typeof TABS)[number];

const READ_FILTERS = ['all', 'unread'] as const;
const FILTERS = [...READ_FILTERS, 'likes', 'replies', 'follows'] as const;
export type NotificationFilter = (typeof FILTERS)[number];

/** Which notifications are shown: tab, filter and search, kept in the page's URL. */
export interface NotificationView {
  tab: NotificationTab;
  filter: NotificationFilter;
  /** The search, matched against the actor's name and the content. */
  words: string;
}

/** The view as search parameters. Missing and invalid values mean the default. */
export interface NotificationSearch {
  tab?: string;
  filter?: string;
  q?: string;
}

/** The filters of a tab. A tab of a single type has no filters by type. */
export function filtersOf(tab: NotificationTab): readonly NotificationFilter[] {
  return tab === 'all' ? FILTERS : READ_FILTERS;
}

export function viewFromSearch(search: NotificationSearch): NotificationView {
  const tab = TABS.find((known) => known === search.tab) ?? 'all';
  const filter = filtersOf(tab).find((known) => known === search.filter) ?? 'all';
  return { tab, filter, words: search.q ?? '' };
}

export function searchFromView({ tab, filter, words }: NotificationView): NotificationSearch {
  return {
    ...(tab !== 'all' && { tab }),
    ...(filter !== 'all' && filtersOf(tab).includes(filter) && { filter }),
    ...(words !== '' && { q: words }),
  };
}

const typeOfTab: Record<NotificationTab, NotificationType | undefined> = {
  all: undefined,
  mentions: 'mention',
  followers: 'follow',
};

const typeOfFilter: Record<NotificationFilter, NotificationType | undefined> = {
  all: undefined,
  unread: undefined,
  likes: 'like',
  replies: 'comment',
  follows: 'follow',
};

/** The type to which a view is restricted; undefined for all types. */
export function typeOfView({ tab, filter }: NotificationView): NotificationType | undefined {
  return typeOfTab[tab] ?? typeOfFilter[filter];
}
