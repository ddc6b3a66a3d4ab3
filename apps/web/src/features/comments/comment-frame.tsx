import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { PersonLink } from '#features/people/person-link.tsx';
import type { Person } from '#features/people/person.ts';
import type { Track } from '#features/player/track.ts';
import type { Mentions } from './comment.ts';
import { splitMentions } from './mention.ts';
import { TimeInText } from './time-in-text.tsx';
import { splitTimes } from './times.ts';

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
  /** The drop, in which the times of the content seek; none while the comment is being sent. */
  track?: Track;
  /** The comment's recording. */
  clip?: ReactNode;
  /** Shown below the content. */
  children: ReactNode;
}

/** The layout of a comment: its author's avatar at the left, then the name and the content. */
export function CommentFrame(props: CommentFrameProps) {
  const { author, id, isMarked = false, aside, content, mentions = {}, track, clip } = props;
  return (
    <div
      data-comment={id}
      className={clsx('flex gap-3', isMarked && '-mx-3 rounded-lg bg-paper-hover px-3 pt-2')}
    >
      <PersonAvatar person={author} size="sm" />
      <div className="min-w-0 grow">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-[0.9375rem] leading-snug">
          <PersonLink username={author.username} />
          {aside}
        </p>
        {content !== '' && <CommentText content={content} mentions={mentions} track={track} />}
        {clip}
        {props.children}
      </div>
    </div>
  );
}

interface CommentTextProps {
  content: string;
  mentions: Mentions;
  track: Track | undefined;
}

/**
 * A comment's text, with line breaks preserved, links to the accounts that it mentions, and buttons for the times
 * in it.
 */
function CommentText({ content, mentions, track }: CommentTextProps) {
  return (
    <p dir="auto" className="text-[0.9375rem] leading-normal wrap-anywhere whitespace-pre-line">
      {splitMentions(content).map(({ start, text, username: written }) => {
        const username = written && mentions[written.toLowerCase()];
        if (!username) return track ? <Times key={start} text={text} track={track} /> : text;
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

function Times({ text, track }: { text: string; track: Track }) {
  return splitTimes(text, track.duration).map(({ start, text: part, seconds }) =>
    seconds === undefined ? (
      part
    ) : (
      <TimeInText key={start} track={track} seconds={seconds} text={part} />
    ),
  );
}
