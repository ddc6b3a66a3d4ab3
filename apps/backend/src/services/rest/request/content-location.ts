import { LRUCache } from 'lru-cache';

/** The queries that come again and again are few, and not longer than this, in characters. */
const canonical = new LRUCache<string, string>({
  max: 500,
  maxSize: 512 * 1024,
  maxEntrySize: 8 * 1024,
  sizeCalculation: (query, search) => query.length + search.length,
  memoMethod: canonicalQuery,
});

/** As encodeURIComponent, which leaves five more characters as they are. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The parameters in the order of their names; values of the same name with commas between them. */
function canonicalQuery(search: string): string {
  const byName = Map.groupBy(new URLSearchParams(search), ([name]) => name);
  // The key is a credential of sorts, and no part of what is asked for.
  byName.delete('apikey');
  return [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, pairs]) => `${encode(name)}=${pairs.map(([, value]) => encode(value)).join()}`)
    .join('&');
}

/**
 * The header `Content-Location` of a read: one address for all queries that
 * differ only in the order of their parameters.
 *
 * @param search the query string, without its `?`
 */
export function contentLocation(relation: string, search: string): Record<string, string> {
  const query = search && canonical.memo(search);
  return { 'Content-Location': `/${encode(relation)}${query ? `?${query}` : ''}` };
}
