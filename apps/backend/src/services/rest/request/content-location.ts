import { LRUCache } from 'lru-cache';

/** Canonical queries by query string. Repeated queries are few and short; limits in characters. */
const canonical = new LRUCache<string, string>({
  max: 500,
  maxSize: 512 * 1024,
  maxEntrySize: 8 * 1024,
  sizeCalculation: (query, search) => query.length + search.length,
  memoMethod: canonicalQuery,
});

/** Encodes as encodeURIComponent, and five more characters. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The parameters sorted by name; values of the same name are joined by commas. */
function canonicalQuery(search: string): string {
  const byName = Map.groupBy(new URLSearchParams(search), ([name]) => name);
  // The api key is a credential and no part of the query.
  byName.delete('apikey');
  return [...byName]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, pairs]) => `${encode(name)}=${pairs.map(([, value]) => encode(value)).join()}`)
    .join('&');
}

/**
 * The length from which the header is left out, characters: nginx reads the head of a response into 4 KiB by
 * default, and Node's `fetch` into 16 KiB. The longest queries of clients are filters by many ids.
 */
const longest = 2048;

/**
 * The header `Content-Location` of a read, unless it is long; it is equal for queries that differ only in the order
 * of their parameters.
 *
 * @param search the query string, without its `?`
 */
export function contentLocation(relation: string, search: string): Record<string, string> {
  const query = search && canonical.memo(search);
  const location = `/${encode(relation)}${query ? `?${query}` : ''}`;
  return location.length > longest ? {} : { 'Content-Location': location };
}
