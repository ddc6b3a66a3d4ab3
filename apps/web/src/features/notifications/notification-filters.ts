import { searchParams } from '#lib/search-params.ts';

const TABS = ['all', 'mentions', 'followers'] as const;
export type NotificationTab = (typeof TABS)[number];

const READ_FILTERS = ['all', 'unread'] as const;
const FILTERS = [...READ_FILTERS, 'likes', 'replies', 'follows', 'drops'] as const;
export type NotificationFilter = (typeof FILTERS)[number];

/** Which notifications are shown. The page's URL has it in its search parameters. */
export interface NotificationFilters {
  tab: NotificationTab;
  filter: NotificationFilter;
  /** The search, matched against the actor's name and the content. */
  words: string;
}

/** The filters of a tab. A tab of a single type has no filters by type. */
export function filtersOf(tab: NotificationTab): readonly NotificationFilter[] {
  return tab === 'all' ? FILTERS : READ_FILTERS;
}

const readParams = searchParams({ q: 'text', tab: TABS, filter: FILTERS });

/** Validates the search parameters of the notifications' page. */
export function readNotificationParams(
  search: Record<string, unknown>,
): ReturnType<typeof readParams> {
  const { filter, ...params } = readParams(search);
  if (filter === undefined || !filtersOf(params.tab ?? 'all').includes(filter)) return params;
  return { ...params, filter };
}
