import { internalPath } from './internal-path.ts';

/** What the routes about signing in carry along. */
export interface NextSearch {
  /** The path to go on to after signing in. */
  next?: string;
}

/** The part of a route's search that says where to go on to, if that is a path of this site. */
export function nextOf(search: { readonly next?: unknown }): NextSearch {
  const next = internalPath(search.next, location.origin);
  return next === undefined ? {} : { next };
}
