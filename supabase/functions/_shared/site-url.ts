/**
 * The origin of the site, which the server that asks names in `site`: a function
 * knows only where the API is.
 *
 * @returns without a slash at the end; null when it is no http address
 */
export function siteUrl(query: URLSearchParams): string | null {
  const given = query.get('site');
  if (!given || !URL.canParse(given)) return null;
  const { protocol, origin } = new URL(given);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
