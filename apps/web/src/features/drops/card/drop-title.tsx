import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { splitAtHashtags, removeTrailingHashtags } from '@undertone/domain/hashtags-in-text';
import { defaultTitle, UNTITLED } from '@undertone/domain/title';
import type { Drop } from '#features/drops/drop.ts';
import { isPending } from '#features/drops/pending-drops.ts';
import { MarkText } from '#ui/mark-text.ts';
import { HashtagLink } from './hashtag-link.tsx';

/** A drop's title without the hashtags at its end. */
const wordsOf = ({ title, filter }: Drop): string =>
  removeTrailingHashtags(title) || defaultTitle(filter);

/** A hashtag for a comparison, whatever its case and form; shorter than `foldHashtag`, for the first load. */
const comparable = (tag: string) => tag.toUpperCase().normalize('NFKC');

/** The hashtags of a drop that are not among the words of its title. */
export function hashtagsBeside(drop: Drop): string[] {
  const inWords = new Set(
    splitAtHashtags(wordsOf(drop)).map(({ text }) => comparable(text.slice(1))),
  );
  return drop.hashtags.filter((tag) => !inWords.has(comparable(tag)));
}

interface DropTitleProps {
  drop: Drop;
  id: string;
  /** The level of the heading. */
  level?: 'h2' | 'h3' | undefined;
}

/** A drop's title, which leads to its page. A default title is quieter. */
export function DropTitle({ drop, id, level: Heading = 'h2' }: DropTitleProps) {
  const mark = use(MarkText);
  const words = wordsOf(drop);
  const parts = splitAtHashtags(words);
  const isWritten = words !== defaultTitle(drop.filter) && words !== UNTITLED;
  return (
    <Heading
      id={id}
      dir="auto"
      className={`py-2 wrap-anywhere ${isWritten ? 'text-xl leading-7 sm:text-title' : 'font-sans text-base leading-7 font-normal text-ink-soft'}`}
    >
      {isPending(drop)
        ? words
        : parts.map(({ start, text, name }) => {
            if (name !== undefined) return <HashtagLink key={start} tag={name} />;
            if (text.trim() === '') return text;
            return (
              <Link
                key={start}
                to="/voice-drop/$id"
                params={{ id: drop.id }}
                className={`rounded-sm decoration-1 underline-offset-4 hover:underline ${parts.length === 1 ? '-my-2 block py-2' : ''}`}
              >
                {mark(text)}
              </Link>
            );
          })}
    </Heading>
  );
}
