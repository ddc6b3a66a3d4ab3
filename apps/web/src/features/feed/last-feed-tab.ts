import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { readFeedParams, type FeedTab } from './feed-tab.ts';

const ITEM = 'undertone:feed-tab';

/** The tab that was used last on this device. */
export const lastFeedTab = (): FeedTab =>
  readFeedParams({ tab: readLocalItem(ITEM) }).tab ?? 'recent';

export const rememberFeedTab = (tab: FeedTab) => writeLocalItem(ITEM, tab);
