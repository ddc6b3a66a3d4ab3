import { ANONYMOUS } from './anonymous.ts';
import { withoutDirectionMarks } from './direction-marks.ts';

/**
 * What a drop's page is called, and the drop where it is shared. A title that turned its direction
 * and never turned it back would turn its author's name round as well.
 *
 * @param title none for an untitled drop
 * @param username none for someone who has chosen none
 */
export function dropPageTitle(title?: string | null, username?: string | null): string {
  return `${withoutDirectionMarks(title ?? '') || 'Voice Drop'} by @${username ?? ANONYMOUS}`;
}
