import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { useClient } from '#lib/app.ts';
import { SEARCH_MAX_LENGTH } from '#lib/search-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { MarkText } from '#ui/mark-text.ts';
import { SearchField } from '#ui/search-field.tsx';
import { SegmentedControl, type Segment } from '#ui/segmented-control.tsx';
import type { ExploreFilter, ExploreSearch } from './explore-search.ts';
import { FoundBeside } from './found-beside.tsx';
import { markerOf } from './marked-text.tsx';
import { exploreDropsOptions, searchFailure } from './queries.ts';

const SearchSuggestions = lazyPart(() => import('./search-suggestions.tsx'));

const SKELETONS = 3;

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
  const client = useClient();
  const { words, filter } = search;
  const list = useInfiniteQuery(exploreDropsOptions(client, search));
  const marker = useMemo(() => markerOf(words), [words]);
  const description = [
    words !== '' && `Results for “${words}”`,
    descriptions[filter]?.shown,
  ].filter(Boolean);
  return (
    <>
      <SearchField
        label="Search by title or username"
        placeholder="Search by title or username"
        maxLength={SEARCH_MAX_LENGTH}
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
      <MarkText value={marker}>
        <div className="mt-7">
          {words !== '' && <FoundBeside words={words} />}
          <RankedListContext value={filter === 'popular' ? 'hot' : undefined}>
            <DropList
              list={list}
              source={`explore ${filter} ${words}`}
              reason={searchFailure(search, list.error)}
              loading={<DropSkeletons count={SKELETONS} />}
              empty={
                <NothingFound
                  search={search}
                  onShowAll={() => onSearch({ words: '', filter: 'all' }, false)}
                />
              }
            />
          </RankedListContext>
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
      title="No Voice Drops Yet"
      description={
        words === ''
          ? (none ?? 'What people share with everyone turns up here.')
          : `Nothing ${none === undefined ? '' : 'with this filter '}matches “${words}”.`
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
