import { DESCRIPTION_MAX_LENGTH } from './limits.ts';
import { filterName } from './voice-filter-name.ts';

/** The title in lists of a drop without one. */
export const UNTITLED = 'Untitled';

/** The title that a reply shows for a parent drop without one. */
export const UNTITLED_DROP = 'Untitled Drop';

/**
 * The title of a new drop: its description, or a sentence about its filter when there is none.
 *
 * @param filter the filter's id
 */
export function dropTitle(description: string, filter: string): string {
  return (
    truncateDescription(description.trim()) || `Voice Drop with ${filterName(filter).name} filter`
  );
}

/** A description cut to its limit, never through the middle of a character. */
export function truncateDescription(description: string): string {
  if (description.length <= DESCRIPTION_MAX_LENGTH) return description;
  const splitsPair = /[\uD800-\uDBFF]/.test(description.charAt(DESCRIPTION_MAX_LENGTH - 1));
  return description.slice(0, DESCRIPTION_MAX_LENGTH - (splitsPair ? 1 : 0));
}
