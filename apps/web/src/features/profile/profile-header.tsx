import { PROFILE_FALLBACK_INITIALS } from '@undertone/domain/initials';
import { relativeTimeAgo } from '@undertone/domain/relative-time';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';

/** Shown as the name of a person without a username. */
export const NAMELESS = 'Anonymous User';

interface ProfileHeaderProps {
  username: string | undefined;
  /** Shown below the name: `@handle`, or a substitute. */
  handle: string;
  avatarUrl: string | null | undefined;
  bio: ReactNode;
  /** The account's ISO time of creation; undefined while unknown. */
  createdAt: string | undefined;
  /** The buttons for the viewer's actions. */
  actions: ReactNode;
}

/** A profile's picture, name, handle, bio and date of joining, with the viewer's actions. */
export function ProfileHeader(props: ProfileHeaderProps) {
  const { username, handle, avatarUrl, bio, createdAt, actions } = props;
  return (
    <div className="mb-8 flex flex-col gap-5 sm:flex-row sm:gap-7">
      <PersonAvatar
        name={username}
        avatarUrl={avatarUrl}
        size="xl"
        fallback={PROFILE_FALLBACK_INITIALS}
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-4">
          <div className="min-w-0">
            <h1 className="text-3xl wrap-anywhere sm:text-4xl">{username ?? NAMELESS}</h1>
            <p className="mt-1 text-ink-soft wrap-anywhere">{handle}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </div>
        {bio}
        <p className="mt-3 text-sm text-ink-faint">Joined {joined(createdAt)}</p>
      </div>
    </div>
  );
}

export function Bio({ children }: { children: ReactNode }) {
  return <p className="mt-4 max-w-prose wrap-anywhere whitespace-pre-line">{children}</p>;
}

function joined(moment: string | undefined): string {
  return moment === undefined ? 'Recently' : relativeTimeAgo(new Date(moment), new Date());
}
