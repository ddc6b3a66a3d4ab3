import { readHashtag } from './hashtag.ts';

/**
 * The hashtag that an address names, with or without its #, in the form that drops have it; undefined
 * for any other text.
 */
export function hashtagOf(written: string): string | undefined {
  return readHashtag(`#${written.replace(/^[#＃]/, '')}`);
}

/** The path of a hashtag's page. @param tag without the # */
export const tagPath = (tag: string): string => `/tag/${encodeURIComponent(tag)}`;
