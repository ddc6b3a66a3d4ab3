import { PROFILE_FALLBACK_INITIALS } from '@undertone/domain/initials';
import { relativeTimeAgo } from '@undertone/domain/relative-time';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';

/** Shown as the name of a person without a username. */
export const NAMELESS = 'Anonymous User';

interface ProfileHeaderProps {
  person: {
    userId: string;
    username: string | undefined;
    avatarUrl: string | null | undefined;
  };
  /** Shown below the name: `@handle`, or a substitute. */
  handle: string;
  bio: ReactNode;
  /** The account's ISO time of creation; undefined while unknown. */
  createdAt: string | undefined;
  /** The buttons for the viewer's actions. */
  actions: ReactNode;
}

/** A profile's picture, name, handle, date of joining and bio, with the viewer's actions. */
export function ProfileHeader(props: ProfileHeaderProps) {
  const { person, handle, bio, createdAt, actions } = props;
  return (
    // On a phone the picture stands beside the name, and the rest below both.
    <div className="mb-5 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 sm:mb-8 sm:grid-rows-[auto_1fr] sm:items-start sm:gap-x-7">
      <PersonAvatar
        person={person}
        size="xl"
        fallback={PROFILE_FALLBACK_INITIALS}
        className="max-sm:size-18! max-sm:text-2xl! sm:row-span-2"
      />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-4 max-sm:contents">
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl wrap-anywhere sm:text-4xl">
            {person.username ?? NAMELESS}
          </h1>
          <p className="text-ink-soft wrap-anywhere sm:mt-1">{handle}</p>
          <p className="text-sm text-ink-faint sm:mt-1">Joined {joined(createdAt)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:col-span-2 max-sm:mt-4">
          {actions}
        </div>
      </div>
      <div className="max-sm:col-span-2">{bio}</div>
    </div>
  );
}

export function Bio({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="mt-3 max-w-prose sm:mt-4 wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  );
}

function joined(moment: string | undefined): string {
  return moment === undefined ? 'Recently' : relativeTimeAgo(new Date(moment), new Date());
}
