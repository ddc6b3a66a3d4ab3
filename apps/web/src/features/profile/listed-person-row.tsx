import { Link } from '@tanstack/react-router';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { ANONYMOUS } from '#features/drops/drop.ts';
import { FollowButton } from '#features/people/follow-button.tsx';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { ListedPerson } from './follow-list-queries.ts';
import { RemoveFollowerDialog } from './remove-follower-dialog.tsx';

interface ListedPersonRowProps {
  person: ListedPerson;
  /** Whether the person is a follower that the viewer may remove. */
  canRemove: boolean;
  /** Called when the viewer opens the person's profile. */
  onLeave: () => void;
  onFollowChanged: () => void;
  onRemoved: () => void;
}

/** A person in a list of followers or followed people. */
export function ListedPersonRow(props: ListedPersonRowProps) {
  const { person, canRemove, onLeave, onFollowChanged, onRemoved } = props;
  const { username } = person;
  const [removing, setRemoving] = useState(false);
  const name = username ?? ANONYMOUS;

  const avatarAndName = (
    <>
      <PersonAvatar person={person} />
      <span
        dir="auto"
        className="min-w-0 truncate font-medium decoration-1 underline-offset-3 group-hover:underline"
      >
        {name}
      </span>
    </>
  );

  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      {username === undefined ? (
        <span className="flex min-w-0 grow basis-[6rem] items-center gap-3">{avatarAndName}</span>
      ) : (
        <Link
          to="/$username"
          params={{ username }}
          onClick={onLeave}
          className="group flex min-w-0 grow basis-[6rem] items-center gap-3 rounded-sm"
        >
          {avatarAndName}
        </Link>
      )}
      <span className="flex items-center gap-3">
        <FollowButton person={person} nameInList={name} onChanged={onFollowChanged} />
        {canRemove && (
          <IconButton
            label={`Remove ${name}`}
            tooltip="Remove follower"
            className="-mr-2"
            onClick={() => setRemoving(true)}
          >
            <UserMinus />
          </IconButton>
        )}
      </span>
      {removing && (
        <RemoveFollowerDialog
          userId={person.userId}
          name={name}
          onClose={() => setRemoving(false)}
          onRemoved={onRemoved}
        />
      )}
    </li>
  );
}
