import { Link } from '@tanstack/react-router';
import { splitMentions } from './mention.ts';

/** A comment's text, with line breaks preserved and mentions as links. */
export function CommentText({ content }: { content: string }) {
  return (
    <p className="text-[0.9375rem] leading-normal wrap-anywhere whitespace-pre-line">
      {splitMentions(content).map(({ start, text, username }) =>
        username === undefined ? (
          text
        ) : (
          <Link
            key={start}
            to="/$username"
            params={{ username }}
            className="rounded-sm font-medium decoration-1 underline-offset-3 hover:underline"
          >
            {text}
          </Link>
        ),
      )}
    </p>
  );
}
