import { foldHashtag } from '@undertone/domain/hashtag-name';
import { removeTrailingHashtags } from '@undertone/domain/hashtags-in-text';

/** What a search compares with its words. */
export interface Match {
  title: string | null;
  username: string | null;
  hashtags: readonly string[];
  /** Its place in Hot, in milliseconds since 1970. */
  hot: number;
}

/** How well a drop matches: 0 is best. */
function distance(words: string, { title, username, hashtags }: Match): number {
  const sought = words.toLowerCase();
  const bare = sought.replace(/^[@＠#＃](?=.)/, '');
  const written = removeTrailingHashtags(title ?? '').toLowerCase();
  if (written === sought) return 0;
  if (written.startsWith(sought)) return 1;
  if (username?.toLowerCase() === bare || hashtags.includes(foldHashtag(bare))) return 2;
  if (written.includes(` ${sought}`)) return 3;
  return 4;
}

/**
 * Orders matches: a title that is the words, a title that begins with them, the very username or
 * hashtag, a title with a word that begins with them, and what has them anywhere; among equals the
 * hottest first.
 */
export function rankMatches<Found extends Match>(words: string, found: readonly Found[]): Found[] {
  return found
    .map((match) => ({ match, distance: distance(words, match) }))
    .sort((one, other) => one.distance - other.distance || other.match.hot - one.match.hot)
    .map(({ match }) => match);
}
