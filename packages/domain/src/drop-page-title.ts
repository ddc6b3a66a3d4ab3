import { ANONYMOUS } from './display-name.ts';
import { hasContent, isolate } from './text.ts';

/**
 * Unicode's `Bidi_Control`: invisible characters that change the direction of the text around them,
 * some of them of all text that follows.
 */
const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes direction marks, so that a text does not change the direction of text around it. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(MARKS, '');

/**
 * The title of a drop's page, and of the drop where it is shared. Direction marks are removed, since
 * those of a drop's title would also apply to its author's name.
 *
 * @param title nothing for an untitled drop
 * @param username nothing for an account without a username
 */
export function dropPageTitle(title?: string | null, username?: string | null): string {
  const words = withoutDirectionMarks(title ?? '');
  return `${hasContent(words) ? isolate(words) : 'Voice Drop'} by @${username ?? ANONYMOUS}`;
}
