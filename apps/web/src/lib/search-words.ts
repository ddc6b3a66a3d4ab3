/** Longer words than these find nothing: titles and names are shorter. */
export const SEARCH_MAX_LENGTH = 100;

/** What is searched for when someone has typed this. */
export function searchWords(typed: string): string {
  return typed.trim().slice(0, SEARCH_MAX_LENGTH);
}

/** The words in an address; none where there is something else. The router reads `?q=1984` as a number. */
export function wordsInAddress(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? searchWords(String(value))
    : '';
}
