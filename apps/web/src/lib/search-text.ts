/** The longest text that is searched for, in characters: titles and usernames are shorter. */
const SEARCH_MAX_LENGTH = 100;

/** The text to search for when a person has typed this; empty if it shows nothing. */
export function toSearchText(typed: string): string {
  const words = /[^\p{DI}\s\u2800]/u.test(typed) ? typed.trim() : '';
  return words.slice(0, [...new Intl.Segmenter().segment(words)][SEARCH_MAX_LENGTH]?.index);
}

/** The text to search for by a URL's parameter; empty for a value of another type. A number is text too, as in `?q=1984`. */
export function searchTextFromUrl(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? toSearchText(String(value))
    : '';
}
