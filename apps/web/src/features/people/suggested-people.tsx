import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import { useClient } from '#lib/app.ts';
import { QueryList } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { FollowButton } from './follow-button.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { suggestedPeopleOptions, type SuggestedPerson } from './suggested-queries.ts';

interface SuggestedPeopleProps {
  /** Called when a person is followed: the viewer may now see more of their drops. */
  onFollowed: (userId: string) => void;
  /** Shows nothing, not even a title, while there is no suggestion. */
  isOptional?: boolean;
  /** Renders a button that plays a drop of the person. */
  renderSample?: (person: SuggestedPerson) => ReactNode;
}

/** Three suggested people. A person who is followed is replaced by the next suggestion. */
export function SuggestedPeople(props: SuggestedPeopleProps) {
  const { onFollowed, isOptional = false, renderSample } = props;
  const list = useQuery(suggestedPeopleOptions(useClient()));
  const card = useRef<HTMLElement>(null);

  const onFollowChanged = (userId: string) => {
    // The pressed button is about to be removed: keep the focus within this card.
    if (card.current?.contains(document.activeElement)) card.current.focus({ preventScroll: true });
    onFollowed(userId);
  };

  if (isOptional && !list.data?.length) return null;

  return (
    <TitledCard ref={card} title="Who to follow">
      <QueryList
        compact
        query={list}
        of="suggestions"
        failure="Failed to load suggestions"
        loading={<PeopleSkeleton />}
        isEmpty={list.data?.length === 0}
        empty={<p className="text-sm text-ink-soft">You follow everyone there is to suggest.</p>}
      >
        <ul className="@container -mx-2 space-y-1">
          {list.data?.map((person) => (
            <SuggestedPersonRow
              key={person.userId}
              person={person}
              sample={renderSample?.(person)}
              onFollowChanged={() => onFollowChanged(person.userId)}
            />
          ))}
        </ul>
      </QueryList>
    </TitledCard>
  );
}

interface SuggestedPersonRowProps {
  person: SuggestedPerson;
  sample: ReactNode;
  onFollowChanged: () => void;
}

function SuggestedPersonRow({ person, sample, onFollowChanged }: SuggestedPersonRowProps) {
  const { username, followerCount } = person;
  return (
    <li className="flex flex-wrap items-center gap-3 px-2 py-1.5">
      {sample}
      <Link
        to="/$username"
        params={{ username }}
        className="group flex min-w-0 grow basis-[6rem] items-center gap-3 rounded-sm"
      >
        {/* Where there is little room, the name is more useful than the picture. */}
        <span className={clsx('flex', sample && '@max-[17rem]:hidden')}>
          <PersonAvatar person={person} />
        </span>
        <span className="min-w-0 text-[0.9375rem] leading-snug">
          <span
            dir="auto"
            className="block truncate font-medium decoration-1 underline-offset-3 group-hover:underline"
          >
            {username}
          </span>
          <span className="block text-sm text-ink-soft">
            {countLabel(followerCount)} {followerCount === 1 ? 'follower' : 'followers'}
          </span>
        </span>
      </Link>
      <FollowButton person={person} nameInList={username} onChanged={onFollowChanged} />
    </li>
  );
}

function PeopleSkeleton() {
  return (
    <>
      <p data-announced className="sr-only">
        Loading suggestions
      </p>
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
