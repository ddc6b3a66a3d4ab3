import type { NotificationType } from '@undertone/domain/notification-type';

const TABS = ['all', 'mentions', 'followers'] as const;
export type NotificationTab = (typeof TABS)[number];

const READ_FILTERS = ['all', 'unread'] as const;
const FILTERS = [...READ_FILTERS, 'likes', 'replies', 'follows'] as const;
export type NotificationFilter = (typeof FILTERS)[number];

/** What of the notifications is looked at. It stands in the page's address. */
export interface NotificationView {
  tab: NotificationTab;
  filter: NotificationFilter;
  /** Words that are searched for in the actor's name and in the content. */
  words: string;
}

/** The view as the address has it: what is not said is the default, and so is what makes no sense. */
export interface NotificationSearch {
  tab?: string;
  filter?: string;
  q?: string;
}

/** The filters of a tab: one that holds a single type has none for others. */
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

/** The one type that a view holds; undefined for all types. */
export function typeOfView({ tab, filter }: NotificationView): NotificationType | undefined {
  return typeOfTab[tab] ?? typeOfFilter[filter];
}
