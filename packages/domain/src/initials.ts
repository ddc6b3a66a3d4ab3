/** Initials in lists for accounts without a name. */
export const FALLBACK_INITIALS = 'US';

/** Initials on the profile of an account without a name. */
export const PROFILE_FALLBACK_INITIALS = '??';

let segmenter: Intl.Segmenter | undefined;

/** Splits a name into graphemes. ASCII names need no segmenter, which is slow to create. */
function lettersOf(name: string): string[] {
  if (/^[ -~]*$/.test(name)) return name.split('');
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(name), ({ segment }) => segment);
}

/** The first two letters of a name in upper case, a single one doubled, or the fallback for no name. */
export function initials(
  name: string | null | undefined,
  fallback: string = FALLBACK_INITIALS,
): string {
  const [first, second] = lettersOf(name?.trim() ?? '');
  if (first === undefined) return fallback;
  return (first + (second ?? first)).toUpperCase();
}
