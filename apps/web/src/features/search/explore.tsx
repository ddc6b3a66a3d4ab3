import { isolate } from '@undertone/domain/text';
import { useMemo } from 'react';
import ToFollow from '#features/drops/suggestions/to-follow.tsx';
import RankedDropList from '#features/drops/ranking/ranked-drop-list.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MarkText } from '#ui/mark-text.ts';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import type { ExploreFilter, ExploreSearch } from './explore-search.ts';
import { FoundDrops } from './found-drops.tsx';
import { markerOf } from '#ui/marked-text.tsx';

const SearchSuggestions = lazyPart(() => import('./search-suggestions.tsx'));

const filters: readonly Segment<ExploreFilter>[] = [
  { value: 'all', label: 'All' },
  { value: 'recent', label: 'Recent' },
  { value: 'popular', label: 'Popular' },
  { value: 'short', label: 'Short' },
  { value: 'medium', label: 'Medium' },
  { value: 'long', label: 'Long' },
];

/** Explains the filters that need it, and what to show when such a filter finds nothing. */
const descriptions: Partial<Record<ExploreFilter, { shown: string; none: string }>> = {
  recent: {
    shown: 'From the last 24 hours',
    none: 'Nobody has posted in the last 24 hours.',
  },
  short: {
    shown: 'Under 30 seconds',
    none: 'Nobody has posted one under 30 seconds.',
  },
  medium: {
    shown: '30 seconds to 2 minutes',
    none: 'Nobody has posted one of 30 seconds to 2 minutes.',
  },
  long: {
    shown: 'Over 2 minutes',
    none: 'Nobody has posted one over 2 minutes.',
  },
};

interface ExploreProps {
  search: ExploreSearch;
  /** @param isTyping whether the change comes from typing, letter by letter */
  onSearch: (search: ExploreSearch, isTyping: boolean) => void;
}

/** Searches drops by title and author, people and hashtags, and filters drops by age and length. */
export function Explore({ search, onSearch }: ExploreProps) {
  const { words, filter } = search;
  const marker = useMemo(() => markerOf(words), [words]);
  const description = [
    words !== '' && `Results for “${isolate(words)}”`,
    descriptions[filter]?.shown,
  ].filter(Boolean);
  const showAll = () => onSearch({ words: '', filter: 'all' }, false);
  return (
    <>
      <SearchField
        label="Search by title or username"
        placeholder="Search by title or username"
        value={words}
        onSearch={(typed) => onSearch({ words: typed, filter }, true)}
        suggestions={SearchSuggestions}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          label="Filter"
          hideLabel
          segments={filters}
          value={filter}
          onChange={(chosen) => onSearch({ words, filter: chosen }, false)}
        />
        <p aria-live="polite" className="text-sm wrap-anywhere text-ink-faint">
          {description.join(' · ')}
        </p>
      </div>
      {words === '' && filter === 'all' && (
        <div className="mt-7">
          <ToFollow />
        </div>
      )}
      <MarkText value={marker}>
        <div className="mt-7">
          {words === '' && filter === 'popular' ? (
            <RankedDropList
              list="hot"
              source="explore popular"
              empty={<NothingFound search={search} onShowAll={showAll} />}
            />
          ) : (
            <FoundDrops
              search={search}
              empty={<NothingFound search={search} onShowAll={showAll} />}
            />
          )}
        </div>
      </MarkText>
    </>
  );
}

function NothingFound({ search, onShowAll }: { search: ExploreSearch; onShowAll: () => void }) {
  const { words, filter } = search;
  const none = descriptions[filter]?.none;
  const isNarrowed = words !== '' || none !== undefined;
  return (
    <EmptyState
      title={words === '' ? 'No Voice Drops Yet' : 'No matches'}
      description={
        <span data-announced>
          {words === ''
            ? (none ?? 'What people share with everyone turns up here.')
            : `Nothing ${none === undefined ? '' : 'with this filter '}matches “${isolate(words)}”.`}
        </span>
      }
      action={
        isNarrowed && (
          <Button variant="secondary" onClick={onShowAll}>
            Show All
          </Button>
        )
      }
    />
  );
}
