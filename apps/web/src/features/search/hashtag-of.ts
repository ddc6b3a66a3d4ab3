import { detectHashtags } from '@undertone/domain/hashtag';

/**
 * The hashtag that an address names, with or without its #, in the form that drops have it; undefined
 * for any other text.
 */
export function hashtagOf(written: string): string | undefined {
  const sought = `#${written.replace(/^#/, '').toLowerCase()}`;
  const [tag] = detectHashtags(sought);
  return sought === `#${tag}` ? tag : undefined;
}
