import { useMediaQuery } from '#lib/use-media-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { FeedSidebarContentProps } from './feed-sidebar-content.tsx';

const FeedSidebarContent = lazyPart(() => import('./feed-sidebar-content.tsx'));

/**
 * What stands beside the feed on extra-large screens: whom one might follow,
 * and what goes on today. On others it is neither loaded nor asked for.
 */
export function FeedSidebar(props: FeedSidebarContentProps) {
  // Where Tailwind's `xl` begins, at which the page makes room for it.
  const isNarrower = useMediaQuery('(width < 1280px)');
  if (isNarrower) return null;
  return <FeedSidebarContent {...props} />;
}
