import { useInfiniteQuery } from '@tanstack/react-query';
import { DropList } from '#features/drops/drop-list.tsx';
import { DropSkeletons } from '#features/drops/drop-skeleton.tsx';
import { SEARCH_MAX_LENGTH } from '#lib/search-words.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import type { ExploreFilter, ExploreSearch } from './explore-search.ts';
import { exploreDropsOptions } from './queries.ts';

const SKELETONS = 3;

const filters: readonly Segment<ExploreFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'recent', label: 'Recent' },
  { value: 'popular', label: 'Popular' },
  { value: 'short', label: 'Short' },
  { value: 'medium', label: 'Medium' },
  { value: 'long', label: 'Long' },
];

/** What a filter leaves, where its name does not say it. */
const explanations: Partial<Record<ExploreFilter, string>> = {
  recent: 'From the last 24 hours',
  short: 'Under 30 seconds',
  medium: '30 seconds to 2 minutes',
  long: 'Over 2 minutes',
};

interface ExploreProps {
  search: ExploreSearch;
  /** @param isTyping whether the words change letter by letter */
  onSearch: (search: ExploreSearch, isTyping: boolean) => void;
}

/** Finds drops by title, by who posted them, and by how old and long they are. */
export function Explore({ search, onSearch }: ExploreProps) {
  const { words, filter } = search;
  const list = useInfiniteQuery(exploreDropsOptions(search));
  const explanation = [words !== '' && `Results for “${words}”`, explanations[filter]].filter(
    Boolean,
  );
  return (
    <>
      <SearchField
        label="Search by title or username"
        placeholder="Search by title or username"
        maxLength={SEARCH_MAX_LENGTH}
        value={words}
        onSearch={(typed) => onSearch({ words: typed, filter }, true)}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="Filter"
          hideLabel
          segments={filters}
          value={filter}
          onChange={(chosen) => onSearch({ words, filter: chosen }, false)}
        />
        <p aria-live="polite" className="text-sm wrap-anywhere text-ink-faint empty:hidden">
          {explanation.join(' · ')}
        </p>
      </div>
      <div className="mt-7">
        <DropList
          list={list}
          source={`explore ${filter} ${words}`}
          loading={<DropSkeletons count={SKELETONS} />}
          empty={
            <NothingFound
              search={search}
              onShowAll={() => onSearch({ words: '', filter: 'all' }, false)}
            />
          }
        />
      </div>
    </>
  );
}

function NothingFound({ search, onShowAll }: { search: ExploreSearch; onShowAll: () => void }) {
  const { words, filter } = search;
  if (words === '' && (filter === 'all' || filter === 'popular')) {
    return (
      <EmptyState
        title="No Voice Drops Yet"
        description="What people share with everyone turns up here."
      />
    );
  }
  return (
    <EmptyState
      title="No Voice Drops Yet"
      description={
        words === ''
          ? 'There is none of that age or length. Try another filter.'
          : `Nothing matches “${words}”${filter === 'all' ? '' : ' with this filter'}. Try other words, or a name.`
      }
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show All
        </Button>
      }
    />
  );
}
