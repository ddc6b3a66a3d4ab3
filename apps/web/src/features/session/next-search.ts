import { parseUrl } from '#lib/parse-url.ts';

/** The search parameters that the sign-in routes pass on to each other. */
export interface NextSearch {
  /** The path to open after signing in. */
  next?: string;
}

/** Returns `next` of a route's search if it is a path of this site. */
export function nextSearch(search: { readonly next?: unknown }): NextSearch {
  const next = internalPath(search.next, location.origin);
  return next === undefined ? {} : { next };
}

/**
 * Returns the path to open after signing in if it belongs to this site, or else undefined: a link to
 * /auth could contain the address of another site. Links of mails have the whole address of a page, or that of
 * the site where none was requested.
 */
export function internalPath(next: unknown, origin: string): string | undefined {
  if (typeof next !== 'string' || !/^\/|^https?:\/\/[^/]+\/./.test(next)) return undefined;
  const url = parseUrl(next, origin);
  // '//elsewhere' and '/\elsewhere' start with a slash and still name another host. So does the path of
  // '/.//elsewhere'.
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
