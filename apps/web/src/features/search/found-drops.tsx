import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { DropList } from '#features/drops/list/drop-list.tsx';
import { RankedListContext } from '#features/drops/ranking/ranked-list.ts';
import { useClient } from '#lib/app.ts';
import type { ExploreSearch } from './explore-search.ts';
import { ALL_PEOPLE, PeopleAndTagResults } from './people-and-tag-results.tsx';
import { exploreDropsOptions, searchFailure } from './queries.ts';
import { suggestionsOptions } from './suggestion-queries.ts';

const SKELETONS = 3;

interface FoundDropsProps {
  search: ExploreSearch;
  /** Shown when no drop is found. */
  empty: ReactNode;
}

/** The results of a search: people and hashtags, and below them drops. */
export function FoundDrops({ search, empty }: FoundDropsProps) {
  const client = useClient();
  const { words, filter } = search;
  const list = useInfiniteQuery(exploreDropsOptions(client, search));
  const peopleAndTags = useQuery(suggestionsOptions(client, words, ALL_PEOPLE));
  const loading = <DropSkeletons count={SKELETONS} />;
  // Both are shown at once: people and tags that arrive after the drops would move them.
  if (words !== '' && peopleAndTags.isPending) return loading;
  return (
    <>
      {words !== '' && <PeopleAndTagResults words={words} query={peopleAndTags} />}
      <RankedListContext value={filter === 'popular' ? 'hot' : undefined}>
        <DropList
          list={list}
          source={`explore ${filter} ${words}`}
          reason={searchFailure(search, list.error)}
          loading={loading}
          empty={empty}
        />
      </RankedListContext>
    </>
  );
}
