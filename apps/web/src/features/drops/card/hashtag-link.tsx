import { Link } from '@tanstack/react-router';
import { logNote } from '#lib/log.ts';

interface HashtagLinkProps {
  /** Without the #. */
  tag: string;
  className?: string;
}

/** A hashtag, which leads to the drops that have it. */
export function HashtagLink({ tag, className = '' }: HashtagLinkProps) {
  return (
    <Link
      to="/explore"
      search={{ q: `#${tag}` }}
      onClick={() => logNote('Hashtag chosen', tag)}
      className={`rounded-sm text-ink-soft hover:text-ink hover:underline ${className}`}
    >
      #{tag}
    </Link>
  );
}
