import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useClient } from '#lib/app.ts';
import { Card } from '#ui/card.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The database counts authors up to this. */
const AUTHORS_MAX = 100;

/** The hashtags that several people have used within two days. */
export function TrendingTopics({ empty }: { empty: ReactNode }) {
  const topics = useQuery(trendingTopicsOptions(useClient()));
  return (
    <QueryList
      query={topics}
      of="topics"
      failure="Failed to load the trending topics"
      loading={<Skeleton className="h-72 w-full rounded-xl" />}
      isEmpty={topics.data?.length === 0}
      empty={empty}
    >
      <Card className="rounded-xl! px-2! py-2!">
        <ol>
          {topics.data?.map(({ tag, authors, drops }, index) => (
            <li key={tag}>
              <Link
                to="/tag/$tag"
                params={{ tag }}
                className="flex min-h-14 items-baseline gap-4 rounded-md px-3 py-2 hover:bg-paper-hover"
              >
                <span aria-hidden="true" className="w-5 text-right text-ink-faint tabular-nums">
                  {index + 1}
                </span>
                <span className="min-w-0">
                  <span dir="auto" className="block truncate font-display text-lg">
                    #{tag}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {authors}
                    {authors >= AUTHORS_MAX && '+'} people, {drops}{' '}
                    {drops === 1 ? 'voice drop' : 'voice drops'}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Card>
    </QueryList>
  );
}
