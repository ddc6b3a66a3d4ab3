import { ANONYMOUS } from '@undertone/domain/display-name';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import type { Person } from '#features/people/person.ts';
import type { Mentions } from './comment.ts';
import { splitMentions } from './mention.ts';

interface CommentFrameProps {
  author: Person;
  /** The comment's id; undefined while it is being sent. */
  id?: string;
  /** Whether the page's address links to the comment. */
  isMarked?: boolean;
  /** Shown beside the name. */
  aside: ReactNode;
  content: string;
  /** The mentions that are links; none while the comment is being sent. */
  mentions?: Mentions;
  /** Shown below the content. */
  children: ReactNode;
}

/** The layout of a comment: its author's avatar at the left, then the name and the content. */
export function CommentFrame(props: CommentFrameProps) {
  const { author, id, isMarked = false, aside, content, mentions = {}, children } = props;
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
        <CommentText content={content} mentions={mentions} />
        {children}
      </div>
    </div>
  );
}

/** A comment's text, with line breaks preserved, and links to the accounts that it mentions. */
function CommentText({ content, mentions }: { content: string; mentions: Mentions }) {
  return (
    <p dir="auto" className="text-[0.9375rem] leading-normal wrap-anywhere whitespace-pre-line">
      {splitMentions(content).map(({ start, text, username: written }) => {
        const username = written && mentions[written.toLowerCase()];
        if (!username) return text;
        return (
          <Link
            key={start}
            to="/$username"
            params={{ username }}
            className="rounded-sm font-medium decoration-1 underline-offset-3 hover:underline"
          >
            {text}
          </Link>
        );
      })}
    </p>
  );
}
