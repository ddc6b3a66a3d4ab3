import { searchTextFromUrl } from './search-text.ts';

/** The search parameters of a page: a text that is searched for, or one of some values, of which the first is the default. */
type Kinds = Record<string, 'text' | readonly (string | undefined)[]>;

type SearchParams<Of extends Kinds> = {
  [Name in keyof Of]?: Of[Name] extends readonly unknown[]
    ? Exclude<Of[Name][number], undefined>
    : string;
};

/**
 * Makes the function that validates a page's search parameters, and also writes them for a link. It leaves
 * out empty texts, defaults and invalid values.
 */
export function searchParams<const Of extends Kinds>(kinds: Of) {
  return (search: Record<string, unknown>): SearchParams<Of> => {
    const valid = Object.entries(kinds).map(([name, kind]) => {
      if (kind === 'text') return [name, searchTextFromUrl(search[name])];
      return [name, kind.slice(1).find((value) => value === search[name])];
    });
    return Object.fromEntries(valid.filter(([, value]) => value));
  };
}
