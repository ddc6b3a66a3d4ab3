/** Initials where a list has no name to take them from. */
export const FALLBACK_INITIALS = 'US';

/** Initials on a profile that has no name. */
export const PROFILE_FALLBACK_INITIALS = '??';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first two letters of a name in upper case, a single one doubled, or the fallback for no name. */
export function initials(
  name: string | null | undefined,
  fallback: string = FALLBACK_INITIALS,
): string {
  const [first, second] = Array.from(letters.segment(name?.trim() ?? ''), ({ segment }) => segment);
  if (first === undefined) return fallback;
  return (first + (second ?? first)).toUpperCase();
}
