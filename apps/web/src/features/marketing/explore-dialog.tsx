import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useState } from 'react';
import { useApp } from '#lib/app.ts';
import { Avatar } from '#ui/avatar.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { listedPeopleOptions, listedPicturesOptions, type ListedPerson } from './queries.ts';

/** How many people are shown at most. */
const SHOWN_COUNT = 10;

interface ExploreDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of members, for visitors. */
export default function ExploreDialog({ open, onOpenChange }: ExploreDialogProps) {
  return (
    <DialogPopup
      open={open}
      onOpenChange={onOpenChange}
      title="Explore"
      description="The people with the most voice drops."
      shape="sheet"
      className="h-[75vh] md:h-150"
    >
      <ListedPeople onLeave={() => onOpenChange(false)} />
    </DialogPopup>
  );
}

/** The people with the most drops; with a search, the people among all fetched whose name or bio contains it. */
function ListedPeople({ onLeave }: { onLeave: () => void }) {
  const { client, queryClient } = useApp();
  const list = useQuery(listedPeopleOptions(client), queryClient);
  const people = list.data ?? [];
  // Avatars without a picture show a drawn one.
  const { data: pictures } = useQuery(listedPicturesOptions(client, people), queryClient);
  const [words, setWords] = useState('');

  const found = ranked(people, words);
  return (
    <QueryList
      query={list}
      of="people"
      failure="Something went wrong"
      loading={<Loading label="Loading drops..." />}
      isEmpty={people.length === 0}
      empty={<EmptyState title="No drops to explore" />}
    >
      <div className="sticky top-0 z-10 bg-paper-raised pb-4">
        <SearchField
          label="Search people"
          placeholder="Search by name or bio"
          value={words}
          onSearch={setWords}
        />
      </div>
      <output className="sr-only">
        {found.length === 1 ? '1 person' : `${found.length} people`}
      </output>
      {found.length === 0 ? (
        <EmptyState title="No users found" />
      ) : (
        <ol className="-mx-3">
          {found.map(({ rank, person }) => (
            <li key={person.userId}>
              <SiteLink
                href={`/${person.username}`}
                onClick={onLeave}
                className="flex items-center gap-4 rounded-md px-3 py-3 hover:bg-paper-hover"
              >
                <span className="w-6 shrink-0 text-right font-display text-lg text-ink-faint tabular-nums">
                  {rank}
                </span>
                <Avatar id={person.userId} src={pictures?.get(person.picturePath ?? '')} />
                <span className="min-w-0 grow">
                  <span dir="auto" className="block truncate font-medium">
                    {person.username}
                  </span>
                  {person.bio && (
                    <span dir="auto" className="block truncate text-sm text-ink-soft">
                      {person.bio}
                    </span>
                  )}
                </span>
                <span className="shrink-0 text-sm text-ink-faint tabular-nums">
                  {countLabel(person.dropCount)} {person.dropCount === 1 ? 'drop' : 'drops'}
                </span>
              </SiteLink>
            </li>
          ))}
        </ol>
      )}
    </QueryList>
  );
}

/** Filters people by the searched words; everyone keeps their rank among all. */
function ranked(people: readonly ListedPerson[], words: string) {
  const wanted = words.toLowerCase();
  const all = people.map((person, index) => ({ rank: index + 1, person }));
  return all
    .filter(({ person: { username, bio } }) =>
      `${username} ${bio ?? ''}`.toLowerCase().includes(wanted),
    )
    .slice(0, SHOWN_COUNT);
}
