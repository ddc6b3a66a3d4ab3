/**
 * Unicode's `White_Space`, as the inside of a bracket expression. Its escapes are the same in JavaScript
 * and in PostgreSQL.
 */
const WHITE_SPACE = String.raw`\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;

/**
 * Characters that are removed from free text: control characters except tab and line breaks, noncharacters,
 * halves of a surrogate pair, and what changes the direction of the text after it. Direction marks and joiners
 * stay: Hebrew, Arabic and Persian text, Indic scripts and emoji need them.
 */
const REMOVED = /(?![\t\n\r])\p{Cc}|\p{NChar}|\p{Cs}|[\u202A-\u202E\u2066-\u206F]/gu;

/**
 * Characters that show nothing: white space, Unicode's `Default_Ignorable_Code_Point`, annotation
 * characters, and those that Unicode describes as blank: the Braille pattern, the null notehead, the Khitan
 * filler and the blanks of Egyptian hieroglyphs.
 */
const BLANKS =
  /[\p{White_Space}\p{Cc}\p{DI}\p{NChar}\uFFF9-\uFFFB\u2800\u{13441}\u{13442}\u{1D159}]|\u{16FE4}/gu;

const OUTER_SPACE = new RegExp(`^[${WHITE_SPACE}]+|[${WHITE_SPACE}]+$`, 'g');
const LINE_BREAKS = new RegExp(String.raw`[${WHITE_SPACE}]*[\n\u2028\u2029][${WHITE_SPACE}]*`, 'g');

/**
 * Free text as the database stores it (`private.clean_text`): without the removed characters and the white
 * space around it, with line feeds as line breaks.
 */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(REMOVED, '').replaceAll(OUTER_SPACE, '');
}

/** Free text of one line, as `private.clean_line` makes it of a title. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(LINE_BREAKS, ' ');
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A text to be put into a sentence where no element can isolate it: text from right to left between
 * characters that keep its direction from the sentence (U+2068 and U+2069).
 */
export const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;

/** The characters of a text that show something (`private.without_blanks`). */
export const withoutBlanks = (text: string): string => text.replaceAll(BLANKS, '');

/** Whether a text has a character that shows something (`private.has_content`). */
export const hasContent = (text: string): boolean => withoutBlanks(text) !== '';

/** Free text that may be empty, which it is if it shows nothing. */
export function cleanOptionalText(text: string): string {
  const clean = cleanText(text);
  return hasContent(clean) ? clean : '';
}
