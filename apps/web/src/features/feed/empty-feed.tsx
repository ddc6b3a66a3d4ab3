import { lazyPart } from '#ui/lazy-part.tsx';

/** Takes the place of a tab of the feed that has no drops. Its code comes when it is shown. */
export const EmptyFeed = lazyPart(() => import('./empty-feed-content.tsx'));
