/** Initials where a list has no name to take them from. */
export const FALLBACK_INITIALS = 'US';

/** Initials on a profile that has no name. */
export const PROFILE_FALLBACK_INITIALS = '??';

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one letter. Most names need no segmenter, and a first one takes long to make. */
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
