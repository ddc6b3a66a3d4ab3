import { searchParams } from '#lib/search-params.ts';

const TABS = ['all', 'mentions', 'followers'] as const;
export type NotificationTab = (typeof TABS)[number];

export const FILTERS = ['all', 'unread', 'likes', 'replies', 'follows', 'drops'] as const;
export type NotificationFilter = (typeof FILTERS)[number];

/** Which notifications are shown. The page's URL has it in its search parameters. */
export interface NotificationFilters {
  tab: NotificationTab;
  filter: NotificationFilter;
  /** The search, matched against the actor's name and the content. */
  words: string;
}

/** Validates the search parameters of the notifications' page. */
export const readNotificationParams = searchParams({ q: 'text', tab: TABS, filter: FILTERS });
