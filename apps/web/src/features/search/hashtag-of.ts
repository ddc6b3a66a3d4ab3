import { readHashtag } from '@undertone/domain/hashtag';

/**
 * The hashtag that an address names, with or without its #, in the form that drops have it; undefined
 * for any other text.
 */
export function hashtagOf(written: string): string | undefined {
  return readHashtag(`#${written.replace(/^[#＃]/, '')}`);
}
