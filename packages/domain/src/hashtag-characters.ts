/**
 * A character of a hashtag: letters, marks and digits of any script, and underscore. `XID_Continue` excludes
 * those that NFKC turns into something else, as it does the Arabic ligature of a whole sentence with its spaces.
 */
export const TAG_CHARACTER = String.raw`(?:(?=\p{XIDC})(?!\p{DI})[\p{L}\p{M}\p{Nd}\p{Nl}]|[_＿])`;

const LETTER = String.raw`[\p{L}\p{M}]`;

/**
 * Characters that belong to a hashtag between two letters: the joiners of Persian and Indic words, the middle dots
 * of Katakana and Catalan, the Hebrew marks of abbreviations and the Tibetan mark between syllables.
 */
const MEDIAL = String.raw`[\u200C\u200D・･·\u05F3\u05F4\u0F0B]`;

/** The source of a regular expression for a hashtag without its `#`. */
export const TAG_NAME = `${TAG_CHARACTER}+(?:(?<=${LETTER})${MEDIAL}(?=${LETTER})${TAG_CHARACTER}+)*`;
