import { nextSearch, type NextSearch } from './next-search.ts';

/** The search of a mailed link, whose token signs in once. */
interface MailedLinkSearch extends NextSearch {
  token_hash?: string;
  type?: string;
}

/** Reads the search of a mailed link. */
export function mailedLink(search: Record<string, unknown>): MailedLinkSearch {
  // The router reads a search parameter of digits as a number.
  const { token_hash: token, type } = search;
  return {
    ...((typeof token === 'string' || typeof token === 'number') && { token_hash: String(token) }),
    ...(typeof type === 'string' && { type }),
    ...nextSearch(search),
  };
}
