import { HASHTAGS_MAX } from './limits.ts';
import { TAG_CHARACTER } from './split-hashtags.ts';

/**
 * The hashtags in a text, without their `#`: lowercased, each once, in the
 * order in which they first occur, and no more than `HASHTAGS_MAX`.
 */
export function detectHashtags(text: string): string[] {
  const tags = new Set<string>();
  for (const [, tag = ''] of text.matchAll(new RegExp(`#(${TAG_CHARACTER}+)`, 'gu'))) {
    tags.add(tag.toLowerCase());
  }
  return [...tags].slice(0, HASHTAGS_MAX);
}

/** Whether a text is a hashtag as drops have them: lower case and without the `#`. */
export const isTag = (text: string): boolean => {
  const [tag] = detectHashtags(`#${text}`);
  return tag === text;
};

/**
 * Removes all occurrences of a hashtag, regardless of case, and the spaces that they leave. Longer
 * tags with the same beginning stay.
 */
export function removeHashtag(text: string, tag: string): string {
  return text
    .replaceAll(new RegExp(`#(${TAG_CHARACTER}+)`, 'gu'), (written, name: string) =>
      name.toLowerCase() === tag.toLowerCase() ? '' : written,
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
