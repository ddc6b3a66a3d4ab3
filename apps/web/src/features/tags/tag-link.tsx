import { Link } from '@tanstack/react-router';

/** A hashtag as a round button, which leads to its page. @param tag without the # */
export function TagLink({ tag }: { tag: string }) {
  return (
    <Link
      to="/explore"
      search={{ tag }}
      className="inline-flex min-h-10 max-w-full items-center rounded-full border border-line bg-paper-raised px-4 text-sm hover:bg-paper-hover"
    >
      <span className="truncate">#{tag}</span>
    </Link>
  );
}
