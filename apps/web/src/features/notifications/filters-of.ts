import { FILTERS, type NotificationFilter, type NotificationTab } from './notification-filters.ts';

/** The filters of a tab. A tab of a single type has no filters by type. */
export const filtersOf = (tab: NotificationTab): readonly NotificationFilter[] =>
  tab === 'all' ? FILTERS : FILTERS.slice(0, 2);

/** A filter, or none where the tab does not have it. */
export const filterIn = (tab: NotificationTab, filter: NotificationFilter): NotificationFilter =>
  filtersOf(tab).includes(filter) ? filter : 'all';
