import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isolate } from '@undertone/domain/text';
import { useClient } from '#lib/app.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import { bookmarkedDropsOptions, type BookmarkPage } from './bookmark-queries.ts';
import type { BookmarkSearch, BookmarkSort } from './bookmark-search.ts';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { useListedDrops } from '#features/drops/use-drops.ts';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';

const SKELETONS = 3;

const sorts: readonly Segment<BookmarkSort>[] = [
  { value: 'recent', label: 'Recent' },
  { value: 'oldest', label: 'Oldest First' },
  { value: 'longest', label: 'Longest Duration' },
];

interface BookmarkListProps {
  userId: string;
  search: BookmarkSearch;
  /** @param isTyping whether the change comes from typing, letter by letter */
  onSearch: (search: BookmarkSearch, isTyping: boolean) => void;
}

/** The viewer's bookmarked drops, with search and sort order. */
export function BookmarkList({ userId, search, onSearch }: BookmarkListProps) {
  const { words, sort } = search;
  const list = useInfiniteQuery(bookmarkedDropsOptions(useClient(), userId, search));
  const total = useBookmarkCount(list.data);
  const hasNone = words === '' && total === 0;

  return (
    <>
      {!hasNone && (
        <div className="mb-7 space-y-4">
          <SearchField
            label="Search bookmarks"
            placeholder="Search by title, username or hashtag"
            value={words}
            onSearch={(typed) => onSearch({ words: typed, sort }, true)}
          />
          <SegmentedControl
            label="Sort"
            hideLabel
            segments={sorts}
            value={sort}
            onChange={(chosen) => onSearch({ words, sort: chosen }, false)}
          />
        </div>
      )}
      {/* Gets the focus when the last card, which has it, is removed. */}
      <section tabIndex={-1} aria-label="Bookmarked voice drops" className="outline-none">
        <DropList
          list={list}
          source={`bookmarked ${sort} ${words}`}
          loading={<DropSkeletons count={SKELETONS} />}
          empty={
            hasNone ? (
              <NoBookmarks />
            ) : (
              <EmptyState
                title="No bookmarks found"
                description={`Nothing you have put aside matches “${isolate(words)}”.`}
                action={
                  <Button variant="secondary" onClick={() => onSearch({ words: '', sort }, false)}>
                    Show All
                  </Button>
                }
              />
            )
          }
        />
      </section>
    </>
  );
}

function NoBookmarks() {
  return (
    <EmptyState
      title="Bookmark posts to save them for later"
      action={
        <Link to="/app" className={buttonClass()}>
          Explore Drops
        </Link>
      }
    />
  );
}

/** The number of bookmarks that the search finds. The previous number is shown until the next one is known. */
export function BookmarkCount({ userId, search }: Omit<BookmarkListProps, 'onSearch'>) {
  const client = useClient();
  const { data } = useInfiniteQuery({
    ...bookmarkedDropsOptions(client, userId, search),
    placeholderData: keepPreviousData,
  });
  const count = useBookmarkCount(data);
  if (count === undefined) return null;
  return (
    <Badge>
      {count} <span className="sr-only">{count === 1 ? 'bookmark' : 'bookmarks'}</span>
    </Badge>
  );
}

/** The number of bookmarks of a list, without those that were removed since it was read. */
function useBookmarkCount(list: InfiniteData<BookmarkPage> | undefined) {
  const shown = useListedDrops(list);
  if (!list) return undefined;
  const read = list.pages.reduce((sum, { ids }) => sum + ids.length, 0);
  return (list.pages[0]?.total ?? 0) - (read - shown.length);
}
