import { ANONYMOUS } from '@undertone/domain/display-name';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import type { Person } from '#features/people/person.ts';

interface CommentFrameProps {
  author: Person;
  /** The comment's id; undefined while it is being sent. */
  id?: string;
  /** Whether the page's address links to the comment. */
  isMarked?: boolean;
  /** Shown beside the name. */
  aside: ReactNode;
  children: ReactNode;
}

/** The layout of a comment: its author's avatar at the left, then the name and the content. */
export function CommentFrame({ author, id, isMarked = false, aside, children }: CommentFrameProps) {
  const { username, avatarUrl } = author;
  return (
    <div
      data-comment={id}
      className={clsx('flex gap-3', isMarked && '-mx-3 rounded-lg bg-paper-hover px-3 pt-2')}
    >
      <PersonAvatar name={username ?? ANONYMOUS} avatarUrl={avatarUrl} size="sm" />
      <div className="min-w-0 grow">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-[0.9375rem] leading-snug">
          <PersonLink username={username} />
          {aside}
        </p>
        {children}
      </div>
    </div>
  );
}
