import { Link } from '@tanstack/react-router';
import { countLabel } from '@undertone/domain/number-labels';
import { use } from 'react';
import { MarkText } from '#ui/mark-text.ts';

interface TagLinkProps {
  /** Without the #. */
  tag: string;
  /** The number of its public drops, if it is shown. */
  dropCount?: number;
}

/** A hashtag as a round button, which leads to its page. */
export function TagLink({ tag, dropCount }: TagLinkProps) {
  const mark = use(MarkText);
  return (
    <Link
      to="/tag/$tag"
      params={{ tag }}
      className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-full border border-line bg-paper-raised px-4 text-sm hover:bg-paper-hover"
    >
      <span dir="auto" className="truncate">
        #{mark(tag)}
      </span>
      {dropCount !== undefined && (
        <span className="text-ink-faint">
          {countLabel(dropCount)}
          <span className="sr-only"> public voice drops</span>
        </span>
      )}
    </Link>
  );
}
