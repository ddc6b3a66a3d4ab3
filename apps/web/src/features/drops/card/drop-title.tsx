import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { removeTrailingHashtags } from '@undertone/domain/hashtags-in-text';
import { defaultTitle, UNTITLED } from '@undertone/domain/title';
import type { Drop } from '#features/drops/drop.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { MarkText } from '#ui/mark-text.ts';

interface DropTitleProps {
  drop: Drop;
  id: string;
  /** The level of the heading. */
  level?: 'h2' | 'h3' | undefined;
}

/**
 * A drop's title without the hashtags at its end, which leads to its page: one link, since a screen reader reads
 * each link apart. The hashtags are links below it. A default title is quieter.
 */
export function DropTitle({ drop, id, level: Heading = 'h2' }: DropTitleProps) {
  const mark = use(MarkText);
  const untitled = defaultTitle(drop.filter);
  const words = removeTrailingHashtags(drop.title) || untitled;
  const isWritten = words !== untitled && words !== UNTITLED;
  return (
    <Heading
      id={id}
      dir="auto"
      className={`wrap-anywhere ${isWritten ? 'text-xl leading-title sm:text-title' : 'font-sans text-base leading-title font-normal text-ink-soft'}`}
    >
      {isPending(drop) ? (
        words
      ) : (
        <Link
          to="/voice-drop/$id"
          params={{ id: drop.id }}
          className="-my-2 block rounded-sm py-2 decoration-1 underline-offset-4 hover:underline"
        >
          {mark(words)}
        </Link>
      )}
    </Heading>
  );
}
