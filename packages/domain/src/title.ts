import { filterName } from './voice-filter-name.ts';

/** The title in lists of a drop without one. */
export const UNTITLED = 'Untitled';

/** The title that a reply shows for a parent drop without one. */
export const UNTITLED_DROP = 'Untitled Drop';

/**
 * The title of a drop without a description: a sentence about its filter.
 *
 * @param filter the filter's id
 */
export function defaultTitle(filter: string): string {
  return `Voice Drop with ${filterName(filter)} filter`;
}
