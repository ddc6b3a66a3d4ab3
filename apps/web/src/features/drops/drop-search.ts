import { detectHashtags } from '@undertone/domain/hashtag';
import { containsPattern, quoteFilterValue } from '#lib/filter-values.ts';

/** Joins a drop's author again, without columns, for the condition on the username. */
export const MATCHING_AUTHOR = 'named:profiles!voice_drops_user_id_fkey()' as const;

interface DropSearchFilters {
  /** The pattern for `named.username`. */
  username: string;
  /** The conditions for PostgREST's `or`. */
  anyOf: string;
}

interface DropSearchOptions {
  /** Whether a word without `#` matches hashtags, too. */
  bareHashtags?: boolean;
}

/** Filters for drops by words in their title, by their author's username, or by a hashtag. */
export function dropSearchFilters(
  words: string,
  options: DropSearchOptions = {},
): DropSearchFilters {
  const tag = options.bareHashtags && !words.startsWith('#') ? `#${words}` : words;
  const [hashtag] = detectHashtags(tag);
  const isHashtag = hashtag !== undefined && tag.toLowerCase() === `#${hashtag}`;
  return {
    // An @ may be typed before a username, but is not part of it.
    username: containsPattern(words.replace(/^@(?=.)/, '')),
    anyOf: [
      `title.ilike.${quoteFilterValue(containsPattern(words))}`,
      'named.not.is.null',
      ...(isHashtag ? [`hashtags.cs.{"${hashtag}"}`] : []),
    ].join(','),
  };
}
