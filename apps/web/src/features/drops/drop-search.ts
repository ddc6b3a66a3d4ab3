import { detectHashtags } from '@undertone/domain/hashtag';
import { containsPattern, quoteFilterValue } from '#lib/filter-values.ts';

/** The author once more, without columns, to be selected with a drop: there only if their name matches. */
export const MATCHING_AUTHOR = 'named:profiles!voice_drops_user_id_fkey()' as const;

interface DropSearchFilters {
  /** The pattern for `named.username`. */
  username: string;
  /** The drop's conditions, as PostgREST's `or` takes them. */
  anyOf: string;
}

interface DropSearchOptions {
  /** Finds a hashtag also by its bare name: `night` as well as `#night`. */
  bareHashtags?: boolean;
}

/** Filters that find drops by words in their title, by who posted them, or by a hashtag. */
export function dropSearchFilters(
  words: string,
  options: DropSearchOptions = {},
): DropSearchFilters {
  const tag = options.bareHashtags && !words.startsWith('#') ? `#${words}` : words;
  const [hashtag] = detectHashtags(tag);
  const isHashtag = hashtag !== undefined && tag.toLowerCase() === `#${hashtag}`;
  return {
    // People type names with an @, which is not part of them.
    username: containsPattern(words.replace(/^@(?=.)/, '')),
    anyOf: [
      `title.ilike.${quoteFilterValue(containsPattern(words))}`,
      'named.not.is.null',
      ...(isHashtag ? [`hashtags.cs.{"${hashtag}"}`] : []),
    ].join(','),
  };
}
