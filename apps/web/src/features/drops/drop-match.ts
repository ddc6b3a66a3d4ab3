import { detectHashtags } from '@undertone/domain/hashtag';
import { containing, quoted } from './filter-text.ts';

/**
 * To be selected with a drop that `dropMatch` looks at: its author once more,
 * not shown, and there only if their name matches.
 */
export const MATCHING_AUTHOR = 'named:profiles!voice_drops_user_id_fkey()' as const;

interface DropMatch {
  /** What `named.username` has to be like. */
  username: string;
  /** What the drop has to meet, in the words of PostgREST's `or`. */
  anyOf: string;
}

interface DropMatchOptions {
  /** Finds a hashtag also by its bare name: `night` as well as `#night`. */
  bareHashtags?: boolean;
}

/** How words find drops: by their title, by who posted them, or by a hashtag. */
export function dropMatch(words: string, options: DropMatchOptions = {}): DropMatch {
  const tag = options.bareHashtags && !words.startsWith('#') ? `#${words}` : words;
  const [hashtag] = detectHashtags(tag);
  const isHashtag = hashtag !== undefined && tag.toLowerCase() === `#${hashtag}`;
  return {
    // Names are called with an @, and have none in them.
    username: containing(words.replace(/^@(?=.)/, '')),
    anyOf: [
      `title.ilike.${quoted(containing(words))}`,
      'named.not.is.null',
      ...(isHashtag ? [`hashtags.cs.{"${hashtag}"}`] : []),
    ].join(','),
  };
}
