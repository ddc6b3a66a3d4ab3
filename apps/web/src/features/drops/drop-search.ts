import { readHashtag } from '@undertone/domain/hashtag';
import { cleanLine } from '@undertone/domain/text';
import { containsPattern, quoteFilterValue } from '#lib/filter-values.ts';

/** Joins a drop's author again, without columns, for the condition on the username. */
export const MATCHING_AUTHOR = 'named:profiles!voice_drops_user_id_fkey()' as const;

/**
 * Filters for drops by words in their title, by their author's username, or by a hashtag, also without
 * its `#`.
 *
 * @returns the pattern for `named.username`, and the conditions for PostgREST's `or`
 */
export function dropSearchFilters(words: string): { username: string; anyOf: string } {
  const tag = /^[#＃]/.test(words) ? words : `#${words}`;
  return {
    username: usernamePattern(words),
    anyOf: [titleCondition(words), 'named.not.is.null', ...hashtagConditions(tag)].join(','),
  };
}

/** The conditions for PostgREST's `or` on `voice_drop_words` or `nonpublic_drop_words`. */
export function wordsFilter(words: string): string {
  return [
    titleCondition(words),
    `handle.ilike.${quoteFilterValue(usernamePattern(words))}`,
    ...hashtagConditions(words),
  ].join(',');
}

/** An @ may be typed before a username, but is not part of it. */
const usernamePattern = (words: string) =>
  containsPattern(cleanLine(words).replace(/^[@＠](?=.)/, ''));

const titleCondition = (words: string) =>
  `title.ilike.${quoteFilterValue(containsPattern(cleanLine(words)))}`;

/** None unless the whole text is a hashtag. */
function hashtagConditions(tag: string): string[] {
  const hashtag = readHashtag(tag);
  return hashtag === undefined ? [] : [`hashtags.cs.{"${hashtag}"}`];
}
