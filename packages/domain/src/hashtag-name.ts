import { TAG_NAME } from './hashtag-characters.ts';
import { HASHTAG_MAX_CODE_POINTS } from './limits.ts';

const WHOLE_TAG = new RegExp(`^${TAG_NAME}$`, 'u');

/**
 * A hashtag's name as drops store it (`private.fold_hashtag`): NFKC and Unicode's full case folding.
 *
 * @param name without the `#`
 */
export function foldHashtag(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{CWCF}/gu, foldCase)
    .normalize('NFKC');
}

/** The full case folding of a character that NFKD does not change. */
function foldCase(character: string): string {
  // In lower case first, since ẞ is an upper case of its own; ß becomes SS. Cherokee is the one script whose
  // folding is its upper case.
  const upper = character.toLowerCase().toUpperCase();
  return /\p{Script=Cherokee}/u.test(character) ? upper : upper.toLowerCase();
}

/** Whether a text is a hashtag as drops store it (`private.is_hashtag`): folded, without the `#`. */
export function isTag(text: string): boolean {
  return (
    WHOLE_TAG.test(text) &&
    Array.from(text).length <= HASHTAG_MAX_CODE_POINTS &&
    foldHashtag(text) === text
  );
}
