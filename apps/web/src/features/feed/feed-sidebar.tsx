import { useMediaQuery } from '#lib/use-media-query.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const FeedSidebarContent = lazyPart(() => import('./feed-sidebar-content.tsx'));

/** Tailwind's `xl` breakpoint, from which the page has a column for the sidebar. */
export const NO_ROOM_BESIDE = '(width < 1280px)';

/**
 * The column beside the feed on extra-large screens: suggested people and today's activity.
 * Narrower screens load neither its code nor its data.
 */
export function FeedSidebar() {
  const isNarrower = useMediaQuery(NO_ROOM_BESIDE);
  return isNarrower ? null : <FeedSidebarContent />;
}
