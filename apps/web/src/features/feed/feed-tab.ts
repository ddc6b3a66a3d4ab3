import { searchParams } from '#lib/search-params.ts';

/** The tabs of the feed; the first is the default. */
const FEED_TABS = ['recent', 'trending', 'hot'] as const;

export type FeedTab = (typeof FEED_TABS)[number];

/** Screens without a column for the sidebar: those below Tailwind's `xl` breakpoint. */
export const NO_SIDEBAR = '(width < 1280px)';

/** Validates the search parameters of the feed. */
export const readFeedParams = searchParams({ tab: FEED_TABS });
