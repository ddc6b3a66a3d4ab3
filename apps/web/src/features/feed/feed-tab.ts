import { searchParams } from '#lib/search-params.ts';

/** The tabs of the feed; the first is the default. */
const FEED_TABS = ['recent', 'trending', 'hot'] as const;

export type FeedTab = (typeof FEED_TABS)[number];

/** Validates the search parameters of the feed. */
export const readFeedParams = searchParams({ tab: FEED_TABS });
