import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { logNote } from '#lib/log.ts';
import { MarkText } from '#ui/mark-text.ts';

/** A hashtag, which leads to the drops that have it. @param tag without the # */
export function HashtagLink({ tag }: { tag: string }) {
  const mark = use(MarkText);
  return (
    <Link
      dir="auto"
      to="/tag/$tag"
      params={{ tag }}
      onClick={() => logNote('Hashtag chosen', tag)}
      className="rounded-sm text-ink-soft hover:text-ink hover:underline"
    >
      #{mark(tag)}
    </Link>
  );
}
