import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trendingTopicsOptions } from '#features/tags/trending-topics-query.ts';
import { useClient } from '#lib/app.ts';
import { backendMessage } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { HashtagDialog, type HashtagChange } from './hashtag-dialog.tsx';
import { hiddenHashtagsOptions } from './hashtag-queries.ts';

/** The hashtags that trend, to hide them, and those that are hidden. */
export default function HashtagsScreen() {
  const client = useClient();
  const trending = useQuery({ ...trendingTopicsOptions(client), staleTime: 0 });
  const hidden = useQuery(hiddenHashtagsOptions(client));
  const [change, setChange] = useState<HashtagChange>();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-2xl">Hashtags</h2>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">
            A hidden hashtag is in no topics and suggestions. Its voice drops stay.
          </p>
        </div>
        <Button onClick={() => setChange({ tag: undefined, hidden: true })}>Hide a hashtag</Button>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TitledCard title="Trending now">
          <TagList
            query={trending}
            tags={trending.data?.map(({ tag }) => tag)}
            empty="Nothing trends at the moment."
            actionLabel="Hide"
            onAction={(tag) => setChange({ tag, hidden: true })}
          />
        </TitledCard>
        <TitledCard title="Hidden">
          <TagList
            query={hidden}
            tags={hidden.data}
            empty="No hashtag is hidden."
            actionLabel="Show"
            onAction={(tag) => setChange({ tag, hidden: false })}
          />
        </TitledCard>
      </div>
      {change && <HashtagDialog change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}

interface TagListProps {
  query: { isFetching: boolean; error: Error | null; refetch: () => Promise<unknown> };
  /** Undefined until they are read. */
  tags: readonly string[] | undefined;
  empty: string;
  actionLabel: string;
  onAction: (tag: string) => void;
}

function TagList({ query, tags, empty, actionLabel, onAction }: TagListProps) {
  if (!tags) {
    return query.error ? (
      <ListProblem
        query={query}
        failure="The hashtags could not be loaded"
        reason={backendMessage(query.error)}
        compact
      />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  if (tags.length === 0) return <p className="text-ink-soft">{empty}</p>;
  return (
    <ul className="divide-y divide-line">
      {tags.map((tag) => (
        <li key={tag} className="flex items-center justify-between gap-3 py-2">
          <bdi className="min-w-0 truncate font-medium">#{tag}</bdi>
          <Button variant="secondary" size="sm" onClick={() => onAction(tag)}>
            {actionLabel}
            <span className="sr-only"> #{tag}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
