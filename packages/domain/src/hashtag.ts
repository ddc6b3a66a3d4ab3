import { foldHashtag, isTag } from './hashtag-name.ts';
import { splitAtHashtags } from './hashtags-in-text.ts';
import { HASHTAGS_MAX } from './limits.ts';

/**
 * The hashtags in a text, without their `#`: folded, each once, in the order of their first occurrence, at most
 * `HASHTAGS_MAX`.
 */
export function detectHashtags(text: string): string[] {
  const tags = splitAtHashtags(text).flatMap(({ name }) =>
    name === undefined ? [] : foldHashtag(name),
  );
  // Folding can make a name longer than the limit.
  return [...new Set(tags.filter(isTag))].slice(0, HASHTAGS_MAX);
}

/**
 * Removes all occurrences of a hashtag, however it is written, and the spaces that remain. Longer hashtags
 * with the same beginning stay.
 */
export function removeHashtag(text: string, tag: string): string {
  return splitAtHashtags(text)
    .map(({ text: written, name }) =>
      name !== undefined && foldHashtag(name) === foldHashtag(tag) ? '' : written,
    )
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** The hashtag that a whole text is, with its `#`, as drops store it; undefined for any other text. */
export function readHashtag(text: string): string | undefined {
  const part = splitAtHashtags(text).find(({ text: written }) => written === text);
  if (part?.name === undefined) return undefined;
  const tag = foldHashtag(part.name);
  return isTag(tag) ? tag : undefined;
}
