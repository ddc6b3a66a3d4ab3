import { BIO_MAX_LENGTH } from './limits.ts';

/** The characters of a bio as the database counts them, where an emoji is one: Unicode code points. */
export function bioLength(bio: string): number {
  return Array.from(bio).length;
}

/** A bio cut to its limit. */
export function truncateBio(bio: string): string {
  return Array.from(bio).slice(0, BIO_MAX_LENGTH).join('');
}
