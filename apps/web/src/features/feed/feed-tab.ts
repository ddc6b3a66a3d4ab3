import { searchParams } from '#lib/search-params.ts';

const FEED_TABS = ['recent', 'following', 'trending', 'hot'] as const;

export type FeedTab = (typeof FEED_TABS)[number];

/** Screens without a column for the sidebar: those below Tailwind's `xl` breakpoint. */
export const NO_SIDEBAR = '(width < 80rem)';

/** Validates the search parameters of the feed. Without a tab, it shows the one used last. */
export const readFeedParams = searchParams({ tab: [undefined, ...FEED_TABS] });
