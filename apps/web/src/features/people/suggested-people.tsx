import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel } from '@undertone/domain/number-labels';
import { useRef } from 'react';
import { useClient } from '#lib/app.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { FollowButton } from './follow-button.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { suggestedPeopleOptions, type SuggestedPerson } from './sidebar-queries.ts';
import { SidebarCard, SidebarProblem } from './sidebar-card.tsx';

interface SuggestedPeopleProps {
  /** Called after the viewer has followed or unfollowed somebody. */
  onFollowChanged: (userId: string) => void;
}

/** Three suggested people. A person who is followed is replaced by the next suggestion. */
export function SuggestedPeople({ onFollowChanged }: SuggestedPeopleProps) {
  const client = useClient();
  const { data: people, isPending, isFetching, refetch } = useQuery(suggestedPeopleOptions(client));
  const card = useRef<HTMLElement>(null);

  const onChanged = (userId: string) => {
    // The pressed button is about to be removed: keep the focus within this card.
    if (card.current?.contains(document.activeElement)) card.current.focus({ preventScroll: true });
    onFollowChanged(userId);
  };

  return (
    <SidebarCard ref={card} title="Who to follow">
      {isPending && <PeopleSkeleton />}
      {!isPending && people === undefined && (
        <SidebarProblem
          message="Failed to load suggestions"
          trying={isFetching}
          onTryAgain={() => void refetch()}
        />
      )}
      {people?.length === 0 && (
        <p className="text-sm text-ink-soft">You follow everyone there is to suggest.</p>
      )}
      {people !== undefined && people.length > 0 && (
        <ul className="-mx-2 space-y-1">
          {people.map((person) => (
            <Person key={person.userId} person={person} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </SidebarCard>
  );
}

interface PersonProps {
  person: SuggestedPerson;
  onChanged: (userId: string) => void;
}

function Person({ person, onChanged }: PersonProps) {
  const { userId, username, avatarUrl, followerCount } = person;
  return (
    <li className="flex items-center gap-3 px-2 py-1.5">
      <Link
        to="/$username"
        params={{ username }}
        className="group flex min-w-0 grow items-center gap-3 rounded-sm"
      >
        <PersonAvatar name={username} avatarUrl={avatarUrl} />
        <span className="min-w-0 text-[0.9375rem] leading-snug">
          <span className="block truncate font-medium decoration-1 underline-offset-3 group-hover:underline">
            {username}
          </span>
          <span className="block text-sm text-ink-soft">
            {countLabel(followerCount)} {followerCount === 1 ? 'follower' : 'followers'}
          </span>
        </span>
      </Link>
      <FollowButton person={person} nameInList={username} onChanged={() => onChanged(userId)} />
    </li>
  );
}

function PeopleSkeleton() {
  return (
    <>
      <output className="sr-only">Loading suggestions</output>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex items-center gap-3 py-1.5">
          <Skeleton className="size-10 rounded-full" />
          <div className="grow space-y-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-3.5 w-16" />
          </div>
          <Skeleton className="h-10 w-18 rounded-full" />
        </div>
      ))}
    </>
  );
}
