import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { logNote } from '#lib/log.ts';
import { MarkText } from '#ui/mark-text.ts';

interface HashtagLinkProps {
  /** Without the #. */
  tag: string;
  /** The hashtag as the author has written it. */
  written?: string;
}

/** A hashtag, which leads to the drops that have it. */
export function HashtagLink({ tag, written = `#${tag}` }: HashtagLinkProps) {
  const mark = use(MarkText);
  return (
    <Link
      to="/explore"
      search={{ tag }}
      onClick={() => logNote('Hashtag chosen', tag)}
      className="rounded-sm text-ink-soft hover:text-ink hover:underline"
    >
      {written.slice(0, 1)}
      {mark(written.slice(1))}
    </Link>
  );
}
