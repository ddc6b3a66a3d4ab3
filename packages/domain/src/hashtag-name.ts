import { HASHTAG_MAX_CODE_POINTS } from './limits.ts';

/**
 * A character of a hashtag: letters, marks and digits of any script, and underscore. `XID_Continue` excludes
 * those that NFKC turns into something else, as it does the Arabic ligature of a whole sentence with its spaces.
 */
export const TAG_CHARACTER = String.raw`(?:(?=\p{XIDC})(?!\p{DI})[\p{L}\p{M}\p{Nd}\p{Nl}]|[_\uFF3F])`;

const LETTER = String.raw`(?!\p{DI})[\p{L}\p{M}]`;

/**
 * Characters that belong to a hashtag between two letters: the joiners of Persian and Indic words, the middle dots
 * of Katakana and Catalan, the Hebrew marks of abbreviations and the Tibetan mark between syllables.
 */
const MEDIAL = String.raw`[\u200C\u200D\u30FB\uFF65\u00B7\u05F3\u05F4\u0F0B]`;

/** The source of a regular expression for a hashtag without its `#`. */
export const TAG_NAME = `${TAG_CHARACTER}+(?:(?<=${LETTER})${MEDIAL}(?=${LETTER})${TAG_CHARACTER}+)*`;

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
  if (/[ßẞ]/u.test(character)) return 'ss';
  // Cherokee is the one script whose folding is its upper case.
  const upper = character.toUpperCase();
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
