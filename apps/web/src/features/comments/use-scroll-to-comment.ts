import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import type { ThreadPage } from './queries.ts';

/** How many pages of threads are read to find a comment, which may have been deleted meanwhile. */
const PAGES_READ = 10;

/**
 * Scrolls a list of threads to a comment once it has loaded, and reads earlier threads until then. A
 * comment that is not found leaves the list as it is.
 *
 * @param linkedId the comment's id; a new id scrolls again
 */
export function useScrollToComment(
  box: RefObject<HTMLElement | null>,
  linkedId: string | undefined,
  list: UseInfiniteQueryResult<InfiniteData<ThreadPage>>,
): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (linkedId === undefined || linkedId === shown.current || !data) return;
    const comment = box.current?.querySelector(`[data-comment="${CSS.escape(linkedId)}"]`);
    if (comment) {
      shown.current = linkedId;
      comment.scrollIntoView({ block: 'center' });
    } else if (
      hasNextPage &&
      !isFetching &&
      !isFetchNextPageError &&
      data.pages.length < PAGES_READ
    ) {
      void fetchNextPage();
    }
  }, [box, linkedId, data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
