import { Link } from '@tanstack/react-router';
import { logNote } from '#lib/log.ts';

/** A hashtag, which leads to the drops that have it. @param tag without the # */
export function HashtagLink({ tag }: { tag: string }) {
  return (
    <Link
      to="/explore"
      search={{ tag }}
      onClick={() => logNote('Hashtag chosen', tag)}
      className="rounded-sm text-ink-soft hover:text-ink hover:underline"
    >
      #{tag}
    </Link>
  );
}
