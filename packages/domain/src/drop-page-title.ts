import { ANONYMOUS } from './anonymous.ts';

/** Signs that turn the direction of all that follows until another sign ends it; they show nothing themselves. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * What a drop's page is called, and the drop where it is shared. A title that turned its direction
 * and never turned it back would turn its author's name round as well.
 *
 * @param title none for an untitled drop
 * @param username none for someone who has chosen none
 */
export function dropPageTitle(title?: string | null, username?: string | null): string {
  return `${title?.replaceAll(TURNS, '') || 'Voice Drop'} by @${username ?? ANONYMOUS}`;
}
