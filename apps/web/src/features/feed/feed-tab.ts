import { readTab, type TabSearch } from '#lib/tab-search.ts';

/** The tabs of the feed; the first is the default. */
const FEED_TABS = ['recent', 'trending', 'hot'] as const;

export type FeedTab = (typeof FEED_TABS)[number];

/** Validates the search parameters of the feed's address. */
export const readFeedAddress = (search: Record<string, unknown>): TabSearch<FeedTab> =>
  readTab(FEED_TABS, search);
