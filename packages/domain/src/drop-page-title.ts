import { ANONYMOUS } from './anonymous.ts';
import { withoutDirectionMarks } from './direction-marks.ts';

/**
 * The title of a drop's page, and of the drop where it is shared. Direction marks are removed, since
 * those of a drop's title would also apply to its author's name.
 *
 * @param title nothing for an untitled drop
 * @param username nothing for an account without a username
 */
export function dropPageTitle(title?: string | null, username?: string | null): string {
  return `${withoutDirectionMarks(title ?? '') || 'Voice Drop'} by @${username ?? ANONYMOUS}`;
}
