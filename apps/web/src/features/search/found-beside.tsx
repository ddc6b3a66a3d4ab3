import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel } from '@undertone/domain/number-labels';
import { use, useState, type ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { MarkText } from '#ui/mark-text.ts';
import {
  suggestionsOptions,
  type SuggestedPerson,
  type SuggestedTag,
} from './suggestion-queries.ts';

/** How many people are shown before the person asks for all. */
const PEOPLE = 3;
const ALL_PEOPLE = 30;

/** The people and hashtags that match a search, above the drops that do. */
export function FoundBeside({ words }: { words: string }) {
  const { data } = useQuery(suggestionsOptions(useClient(), words, ALL_PEOPLE));
  const { people = [], tags = [] } = data ?? {};
  return (
    <>
      {people.length > 0 && <FoundPeople key={words} people={people} />}
      {tags.length > 0 && <FoundTags tags={tags} />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 font-sans text-sm font-medium text-ink-soft">{title}</h2>
      {children}
    </section>
  );
}

function FoundPeople({ people }: { people: readonly SuggestedPerson[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const mark = use(MarkText);
  return (
    <Part title="People">
      <ul className="grid gap-1 sm:grid-cols-3">
        {people.slice(0, showsAll ? ALL_PEOPLE : PEOPLE).map(({ userId, username, avatarUrl }) => (
          <li key={userId} className="min-w-0">
            <Link
              to="/$username"
              params={{ username }}
              className="flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-paper-hover"
            >
              <PersonAvatar name={username} avatarUrl={avatarUrl} />
              <span className="truncate font-medium">{mark(username)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {people.length > PEOPLE && !showsAll && (
        <Button variant="quiet" size="sm" onClick={() => setShowsAll(true)} className="mt-1">
          All people
        </Button>
      )}
    </Part>
  );
}

function FoundTags({ tags }: { tags: readonly SuggestedTag[] }) {
  const mark = use(MarkText);
  return (
    <Part title="Tags">
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ tag, dropCount }) => (
          <li key={tag} className="max-w-full">
            <Link
              to="/explore"
              search={{ tag }}
              className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-full border border-line bg-paper-raised px-4 text-sm hover:bg-paper-hover"
            >
              <span className="truncate">#{mark(tag)}</span>
              <span className="text-ink-faint">
                {countLabel(dropCount)}
                <span className="sr-only"> public voice drops</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
