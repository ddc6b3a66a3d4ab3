import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use, useEffect, useRef, useState, type ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import type { NamedPerson } from '#features/people/person.ts';
import { TagLink } from '#features/tags/tag-link.tsx';
import { Button } from '#ui/button.tsx';
import { MarkText } from '#ui/mark-text.ts';
import { ListProblem } from '#ui/query-list.tsx';
import { matchingSuggestions, type SuggestedTag, type Suggestions } from './suggestion-queries.ts';

/** How many people are shown before the person asks for all. */
const PEOPLE = 3;
export const ALL_PEOPLE = 30;

interface PeopleAndTagResultsProps {
  words: string;
  query: UseQueryResult<Suggestions>;
}

/** The people and hashtags that match a search; the page has them above the matching drops. */
export function PeopleAndTagResults({ words, query }: PeopleAndTagResultsProps) {
  if (query.isLoadingError) {
    return <ListProblem compact query={query} failure="Failed to load people and tags" />;
  }
  const { people, tags } = matchingSuggestions(words, query.data);
  return (
    <>
      {people.length > 0 && <FoundPeople key={words} people={people} />}
      {tags.length > 0 && <FoundTags tags={tags} />}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 font-sans text-sm font-medium text-ink-soft">{title}</h2>
      {children}
    </section>
  );
}

function FoundPeople({ people }: { people: readonly NamedPerson[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const mark = use(MarkText);
  useEffect(() => {
    // The button that had the focus is gone.
    if (showsAll) list.current?.querySelectorAll('a')[PEOPLE]?.focus();
  }, [showsAll]);
  return (
    <Section title="People">
      <ul ref={list} className="grid gap-1 sm:grid-cols-3">
        {people.slice(0, showsAll ? ALL_PEOPLE : PEOPLE).map((person) => (
          <li key={person.userId} className="min-w-0">
            <Link
              to="/$username"
              params={{ username: person.username }}
              className="flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-paper-hover"
            >
              <PersonAvatar person={person} />
              <span dir="auto" className="truncate font-medium">
                {mark(person.username)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {people.length > PEOPLE && !showsAll && (
        <Button variant="quiet" size="sm" onClick={() => setShowsAll(true)} className="mt-1">
          All people
        </Button>
      )}
    </Section>
  );
}

function FoundTags({ tags }: { tags: readonly SuggestedTag[] }) {
  return (
    <Section title="Hashtags">
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ tag, dropCount }) => (
          <li key={tag} className="max-w-full">
            <TagLink tag={tag} dropCount={dropCount} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
