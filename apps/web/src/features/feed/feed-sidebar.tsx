import { useMediaQuery } from '#lib/use-media-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const FeedSidebarContent = lazyPart(() => import('./feed-sidebar-content.tsx'));

/**
 * The column beside the feed on extra-large screens: suggested people and today's activity.
 * Narrower screens load neither its code nor its data.
 */
export function FeedSidebar() {
  // Tailwind's `xl` breakpoint, from which the page has a column for the sidebar.
  const isNarrower = useMediaQuery('(width < 1280px)');
  return isNarrower ? null : <FeedSidebarContent />;
}
